// Needs: an order that only points at what was said before: "D-5 has to move to Friday, please do that".
// In: a sentence, and the one before it. Out: the order in it, or null.
// Why: what has to be so is told, and "do that" orders nothing by itself; both together are an order, where everything that was told
// is an argument, the tool's act or a word of need, and nothing else.

import { findLoose } from './accounted.ts';
import { isActForm, readForm } from './forms.ts';
import { ASKING, LEAD } from './frames.ts';
import type { Order } from './order.ts';
import type { Account, Sentence, Token } from './sentences.ts';

export function readNeed(
  sentence: Sentence,
  starts: readonly number[],
  before: Sentence | null,
  account: Account,
): Order | null {
  const { tokens, text, start, asks } = sentence;
  const from = starts.at(-1) ?? 0;
  const told = from > 0 ? tokens.slice(0, from) : before === null || before.asks ? [] : before.tokens;
  if (told.length === 0 || tokens.slice(from).some(({ used }) => used)) return null;
  const opening = from === 0 ? start : (tokens[from] as Token).start;
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const lead = text.slice(opening, token.start).replaceAll('’', "'").toLowerCase();
    if (!LEAD.test(lead) || (asks && !ASKING.test(lead))) continue;
    const says = readForm(tokens, at, account)?.form === 'bare';
    const does = DOING.has(token.surface);
    if (!says && !does) continue;
    if (!tokens.slice(at + 1).every(isPointing)) continue;
    if (!isNeed(told, says, account)) continue;
    return { act: token, from, tail: tokens.length, taken: [] };
  }
  return null;
}

/** Verbs that say nothing of what is to be done. */
const DOING: ReadonlySet<string> = new Set('do arrange handle fix sort set organise organize'.split(' '));
const POINTING: ReadonlySet<string> = new Set(
  'it that this so them those up please pls for me us now asap accordingly'.split(' '),
);

function isPointing({ surface, classed }: Token): boolean {
  return POINTING.has(surface) || classed.list === 'polite' || classed.list === 'urgency';
}

/** Everything told is an argument, the act, or says that it has to be. */
function isNeed(told: readonly Token[], says: boolean, account: Account): boolean {
  const act = told.find((token) => !token.used && isActForm(token, account.tool));
  if (!says && act === undefined && !told.some((_, at) => readForm(told, at, account)?.form === 'bare')) return false;
  const bears = told.filter(
    (token, at) => NEEDING.has(token.surface) || (!token.used && readForm(told, at, account) !== null),
  );
  return (
    told.some(({ used }) => used) &&
    told.some(({ surface }, at) => NEED.has(surface) || (surface === 'is' && told[at + 1]?.surface === 'now')) &&
    findLoose(told, account, new Set(bears)).length === 0
  );
}

const NEED: ReadonlySet<string> = new Set('has have needs need should must'.split(' '));
const NEEDING: ReadonlySet<string> = new Set('has have to needs need should must is now be'.split(' '));
