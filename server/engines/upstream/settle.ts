// Settle: what becomes of an upstream's proposals.
// In: the questions, our own verdicts and the proposals. Out: a verdict for each question that a proposal settles.
// Why by asking again: a proposal changes the question, never the answer. To break a tie rules out the other options; to propose
// with a quote adds the quote as one more phrase. Then the same rule judges the same state. So scope, negation, vetoes and
// longer places hold as ever, the evidence is what we located, and whatever a state says to an upstream can do no more than
// pick one of the options that have evidence, or point at words that stand in it.

import { fold } from '../../../runtime/locate/unicode.ts';
import { cut } from '../../../runtime/locate/words.ts';
import { isStopWord } from '../routing/text/words.ts';
import type { Verdict } from '../systemone/judge.ts';
import type { Option, PreparedQuestion } from '../systemone/questions.ts';
import type { Help, Proposal } from './open.ts';
import { findOpen } from './open.ts';

// One word, "the machine" or "my card", stands in texts about anything and shows nothing.
export const QUOTE_WORDS_MIN = 2;
// A passage, not the document: evidence is there to be read.
export const QUOTE_BYTES_MAX = 1024;

/** Applies the rule to questions over the state of this request: none when that is more than a request may cause. */
type Judge = (questions: readonly PreparedQuestion[]) => Promise<readonly Verdict[] | 'unfinished'>;

/**
 * Verdicts by question position. A proposal that does not hold leaves its question as it was. `unfinished` when the fuel given
 * for now did not last: what a proposal is worth must not depend on where it is judged.
 */
export async function settle(
  questions: readonly PreparedQuestion[],
  verdicts: readonly Verdict[],
  { proposals }: Help,
  judge: Judge,
): Promise<ReadonlyMap<number, Verdict> | 'unfinished'> {
  const open = new Map(
    findOpen(
      questions.map(({ options }) => options.length),
      verdicts,
    ).map((question) => [question.position, question]),
  );
  const asked: Asked[] = [];
  for (const proposal of proposals) {
    const { position, option } = proposal;
    const about = open.get(position);
    if (about === undefined || !about.options.includes(option)) continue;
    // The first word counts.
    open.delete(position);
    const quote = about.needsQuote ? readQuote(proposal.quote) : null;
    if (quote !== null) asked.push({ proposal, quote, question: addPhrase(questions[position]!, option, quote) });
    else if (!about.needsQuote)
      asked.push({
        proposal,
        quote,
        question: ruleOut(
          questions[position]!,
          about.options.filter((other) => other !== option),
        ),
      });
  }
  const settled = new Map<number, Verdict>();
  if (asked.length === 0) return settled;
  const judged = await judge(asked.map(({ question }) => question));
  if (judged === 'unfinished') return judged;
  judged.forEach((verdict, at) => {
    const { proposal, quote } = asked[at]!;
    // Whether the only place is about the question or said in passing is what the upstream was asked.
    const isHeld = verdict.outcome === 'decided' || verdict.reason === 'passing-word';
    if (!isHeld || verdict.supported[0] !== proposal.option) return;
    if (quote === null || verdict.evidence.every(({ criterion, by }) => criterion === quote && by === 'exact'))
      settled.set(proposal.position, { ...verdict, outcome: 'decided', reason: null });
  });
  return settled;
}

/** The quote without white space around it; null when it says too little or is too long to be evidence. */
function readQuote(text: string | null): string | null {
  const quote = text?.trim() ?? '';
  return Buffer.byteLength(quote) <= QUOTE_BYTES_MAX && contentWords(quote) >= QUOTE_WORDS_MIN ? quote : null;
}

/** Different words that are no words of grammar; in scripts without spaces characters. */
function contentWords(quote: string): number {
  const words = cut(quote).flatMap(({ text, word }) => (word ? (DENSE.test(text) ? [...text] : [fold(text)]) : []));
  return new Set(words.filter((word) => !isStopWord(word))).size;
}

const DENSE = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

interface Asked {
  readonly proposal: Proposal;
  readonly quote: string | null;
  /** The question as the proposal changes it. */
  readonly question: PreparedQuestion;
}

/** An option whose own phrases veto it is out, and its places still hide shorter ones of others. */
function ruleOut(question: PreparedQuestion, out: readonly number[]): PreparedQuestion {
  return changeOptions(question, out, (option) => ({ ...option, vetoes: [...option.vetoes, ...option.any] }));
}

function addPhrase(question: PreparedQuestion, position: number, phrase: string): PreparedQuestion {
  return changeOptions(question, [position], (option) => ({ ...option, any: [...option.any, [phrase]] }));
}

function changeOptions(
  question: PreparedQuestion,
  positions: readonly number[],
  change: (option: Option) => Option,
): PreparedQuestion {
  return {
    ...question,
    options: question.options.map((option, position) => (positions.includes(position) ? change(option) : option)),
  };
}
