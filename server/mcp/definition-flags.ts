// Definition flags: what a person should look at before trusting a tool.
// In: a definition. Out: the names of what was found in its texts. They rule nothing: a pattern finds what attackers wrote so far,
// and a guard that relied on it would be believed.

import type { Json } from '../../grammar/json.ts';
import type { ToolItem } from '../services/tools/wire/mcp.ts';
import { atOnce } from './turns.ts';

export type DefinitionFlag = NonNullable<ToolItem['flags']>[number];

/** Characters that a person does not see and a model reads: without width, turning the direction, tags, and variation selectors beyond those of emoji. */
const INVISIBLE = /\p{Cf}|[\u115f\u1160\u3164\uffa0]|[\ufe00-\ufe0d]|[\u{e0100}-\u{e01ef}]/u;

/**
 * What is said to the model that reads a definition and not about the tool. Every repetition is bounded: the texts are those of
 * strangers, and each pattern matches less than OVERLAP_LENGTH.
 */
const INSTRUCTIONS: readonly RegExp[] = [
  /<\s{0,9}\/?\s{0,9}(?:important|system|instructions?|secret|admin)\s{0,9}>/iu,
  /<!--/u,
  /\b(?:ignore|disregard|forget|override)\s{1,9}(?:(?:all|any|the|your|of|these|those|every)\s{1,9}){0,3}(?:previous|prior|above|earlier|other|system|all)\s{1,9}(?:\w{1,40}\s{1,9})?(?:instructions?|prompts?|rules?|messages?)\b/iu,
  /\b(?:do not|don't|never|without)\b[^.]{0,20}\b(?:tell|telling|mention|mentioning|inform|informing|show|showing|reveal|revealing|notify|notifying)\b[^.]{0,30}\b(?:user|human|person|anyone|them)\b/iu,
  /\b(?:before|after|whenever|every time)\b[^.]{0,30}\b(?:using|calling|you use|you call|invoking)\b[^.]{0,30}\b(?:this|any|other|another|the)\b[^.]{0,20}\btools?\b[^.]{0,80}\b(?:must|first|always|read|send|pass|call)\b/iu,
  /\b(?:read|include|pass|send|attach|append|copy)\b[^.]{0,60}(?:~\/|\/etc\/|\.ssh\b|\.env\b|id_rsa|mcp\.json|system prompt|conversation history|chat history)/iu,
];

const KNOWN = new WeakMap<ReadonlyMap<string, Json>, readonly DefinitionFlag[]>();

// A pattern takes a millisecond for as much text at the worst.
const WINDOW_LENGTH = 4_096;
const OVERLAP_LENGTH = 512;

/** What is found in the texts of one definition; looked for once. */
export function flagsOf(definition: ReadonlyMap<string, Json>): readonly DefinitionFlag[] {
  return KNOWN.get(definition) ?? atOnce(searchFlags(definition));
}

/** Looks through the definitions that were not looked through yet; stops between two pieces of their texts. */
export function* findFlags(definitions: Iterable<ReadonlyMap<string, Json>>): Generator<void, void, void> {
  for (const definition of definitions) if (!KNOWN.has(definition)) yield* searchFlags(definition);
}

/** Stops between two pieces of the texts. */
function* searchFlags(definition: ReadonlyMap<string, Json>): Generator<void, readonly DefinitionFlag[], void> {
  const texts: string[] = [];
  collect(new Map(definition), texts);
  let hasInvisible = false;
  let hasInstructions = false;
  for (const text of texts) {
    for (const window of windowsOf(text)) {
      hasInvisible ||= INVISIBLE.test(window);
      hasInstructions ||= INSTRUCTIONS.some((pattern) => pattern.test(window));
      yield;
    }
  }
  const flags: readonly DefinitionFlag[] = [
    ...(hasInvisible ? (['invisible-characters'] as const) : []),
    ...(hasInstructions ? (['hidden-instructions'] as const) : []),
  ];
  KNOWN.set(definition, flags);
  return flags;
}

function* windowsOf(text: string): Generator<string> {
  for (let from = 0; ; from += WINDOW_LENGTH - OVERLAP_LENGTH) {
    yield text.slice(from, from + WINDOW_LENGTH);
    if (from + WINDOW_LENGTH >= text.length) return;
  }
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
