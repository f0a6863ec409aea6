// Pair: two calls ordered in one message, where neither acts.
// In: an index of tools and a conversation whose one call is not decided. Out: the decisions of the two clauses, or null.
// "List my unread mails and show the weather in Oslo." Each clause is routed as if the other were not there, so that each must be
// decided on its own. Acting tools are never called in pairs: which one comes first, and what the second is to do where the first
// fails, nobody said.

import type { RouteDecision } from '../../services/routing/wire/route.ts';
import type { Conversation } from './conversation.ts';
import type { ToolIndex } from './tools/postings.ts';
import type { Source } from './values/spans/span.ts';
import type { Contender } from './verdict/answer.ts';

/** Who joins more clauses than this writes a list, and each is routed once for each place it may be cut at. */
export const CUTS_MAX = 6;

/** What joins two clauses. A comma alone also joins the items of a list, and then neither side is decided. */
const JOINTS = /\s*[,;.!?]?\s+(?:and(?:\s+(?:then|also))?|then|also)\s+|[;.!?]\s+/giu;

interface Routed {
  readonly decision: RouteDecision;
  /** What each tool in question takes from the text. */
  readonly contenders: readonly Contender[];
}

/** The decisions of the clauses, where exactly one cut gives two that are decided; `whole` is what the message gives uncut. */
export function readPair(
  index: ToolIndex,
  conversation: Conversation,
  whole: readonly Contender[],
  route: (index: ToolIndex, conversation: Conversation) => Routed,
): readonly [RouteDecision, RouteDecision] | null {
  const [source, ...others] = conversation.turns[0] ?? [];
  if (conversation.question !== null || source === undefined || others.length > 0) return null;
  const cuts = [...source.text.matchAll(JOINTS)].map(({ 0: joint, index: at }) => ({
    from: at,
    to: at + joint.length,
  }));
  if (cuts.length > CUTS_MAX) return null;
  const decided = (text: string): Routed | null => {
    const clause: Source = { ...source, text };
    const routed = route(index, { ...conversation, turns: [[clause]] });
    return routed.decision.calls.length === 1 && isHarmless(routed, whole) ? routed : null;
  };
  const pairs = cuts.flatMap(({ from, to }) => {
    if (to >= source.text.trimEnd().length) return [];
    const first = decided(source.text.slice(0, from) + blank(source.text.slice(from)));
    const second = first === null ? null : decided(blank(source.text.slice(0, to)) + source.text.slice(to));
    return first === null || second === null ? [] : [[first.decision, second.decision] as const];
  });
  return pairs.length === 1 ? pairs[0]! : null;
}

/**
 * Whether the tool only looks, and takes from the whole message no other arguments than from its clause: a day or a place said at
 * the end may be meant for both clauses.
 */
function isHarmless({ contenders }: Routed, whole: readonly Contender[]): boolean {
  const [own] = contenders;
  if (own === undefined || own.ranked.tool.acting) return false;
  const alone = argumentsOf(own);
  const uncut = whole.find(({ ranked }) => ranked.tool === own.ranked.tool);
  return uncut === undefined || [...argumentsOf(uncut)].every((argument) => alone.has(argument));
}

function argumentsOf({ filled }: Contender): ReadonlySet<string> {
  return new Set(filled.slots.filter(({ assigned }) => assigned !== null).map(({ leaf }) => leaf.argument));
}

/** White space of as many bytes, so that places keep their offsets. */
function blank(text: string): string {
  return text.replace(/[^\n]/gu, (character) => {
    const bytes = Buffer.byteLength(character);
    return bytes === 4 ? '\u00a0\u00a0' : [' ', '\u00a0', '\u3000'][bytes - 1]!;
  });
}
