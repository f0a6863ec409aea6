// Definition flags: what a person should look at before trusting a tool.
// In: a definition. Out: the names of what was found in its texts. They rule nothing: a pattern finds what attackers wrote so far,
// and a guard that relied on it would be believed.

import type { Json } from '../../grammar/json.ts';
import type { ToolItem } from '../services/tools/wire/mcp.ts';

export type DefinitionFlag = NonNullable<ToolItem['flags']>[number];

/** Characters that a person does not see and a model reads: without width, turning the direction, tags, and variation selectors beyond those of emoji. */
const INVISIBLE = /\p{Cf}|[\u115f\u1160\u3164\uffa0]|[\ufe00-\ufe0d]|[\u{e0100}-\u{e01ef}]/u;

/** What is said to the model that reads a definition and not about the tool. */
const INSTRUCTIONS: readonly RegExp[] = [
  /<\s*\/?\s*(?:important|system|instructions?|secret|admin)\s*>/iu,
  /<!--/u,
  /\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any|the|your|of|these|those|every)\s+){0,3}(?:previous|prior|above|earlier|other|system|all)\s+(?:\w+\s+)?(?:instructions?|prompts?|rules?|messages?)\b/iu,
  /\b(?:do not|don't|never|without)\b[^.]{0,20}\b(?:tell|telling|mention|mentioning|inform|informing|show|showing|reveal|revealing|notify|notifying)\b[^.]{0,30}\b(?:user|human|person|anyone|them)\b/iu,
  /\b(?:before|after|whenever|every time)\b[^.]{0,30}\b(?:using|calling|you use|you call|invoking)\b[^.]{0,30}\b(?:this|any|other|another|the)\b[^.]{0,20}\btools?\b[^.]{0,80}\b(?:must|first|always|read|send|pass|call)\b/iu,
  /\b(?:read|include|pass|send|attach|append|copy)\b[^.]{0,60}(?:~\/|\/etc\/|\.ssh\b|\.env\b|id_rsa|mcp\.json|system prompt|conversation history|chat history)/iu,
];

const KNOWN = new WeakMap<ReadonlyMap<string, Json>, readonly DefinitionFlag[]>();

/** What is found in the texts of one definition; looked for once. */
export function flagsOf(definition: ReadonlyMap<string, Json>): readonly DefinitionFlag[] {
  let flags = KNOWN.get(definition);
  if (flags === undefined) KNOWN.set(definition, (flags = findFlags(definition)));
  return flags;
}

function findFlags(definition: ReadonlyMap<string, Json>): DefinitionFlag[] {
  const texts: string[] = [];
  collect(new Map(definition), texts);
  return [
    ...(texts.some((text) => INVISIBLE.test(text)) ? (['invisible-characters'] as const) : []),
    ...(texts.some((text) => INSTRUCTIONS.some((pattern) => pattern.test(text)))
      ? (['hidden-instructions'] as const)
      : []),
  ];
}

/** Names of members are texts too: a model reads them. */
function collect(value: Json, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  else if (Array.isArray(value)) for (const one of value) collect(one, texts);
  else if (value instanceof Map)
    for (const [name, one] of value) {
      texts.push(name);
      collect(one, texts);
    }
}
