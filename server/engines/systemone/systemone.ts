// System One: answers named questions about a state, each with the places in the state that justify it.
// In: a typed request and its bytes. Out: the response body and the ids without a decision, or that it is too much.
// Why pure: the same request gives the same bytes, on every machine and at any time.

import { createHash } from 'node:crypto';
import { Locator } from '../../../runtime/interpret/locate.ts';
import type { SourceText } from '../../../runtime/interpret/texts.ts';
import type { Answer, Profile, SystemOneRequest, SystemOneResponse, UndecidedMode } from '../../wire/systemone.ts';
import { MODEL } from '../identity.ts';
import { findOpen } from '../upstream/open.ts';
import type { Help, OpenQuestion } from '../upstream/open.ts';
import { settle } from '../upstream/settle.ts';
import { keepCore, writeAnswer } from './answer.ts';
import type { Budget } from './budget.ts';
import { createBudget, isOverdrawn } from './budget.ts';
import type { Find, Lookup, Verdict } from './decide.ts';
import { decide } from './decide.ts';
import type { PreparedQuestion } from './questions.ts';
import { prepareQuestion } from './questions.ts';
import { Content } from './scopes.ts';

export interface DecideOptions {
  /** The request's body, after inflation: `id` and `usage` come from it. */
  readonly bytes: Uint8Array;
  /** `error` answers like `omit`; making it an error is the caller's part. Default `omit`. */
  readonly undecided?: UndecidedMode;
  /** `core` implies `distribution`. */
  readonly profile?: Profile;
  /** What an upstream engine said to the questions that were open; `survey` to learn which are. Default: nobody helps. */
  readonly help?: Help | 'survey';
}

export type SystemOneResult =
  | { readonly kind: 'answered'; readonly body: SystemOneResponse; /** In request order. */ readonly undecidedIds: readonly string[] }
  /** Only for a `survey`: there are open questions, so it is too early for an answer. */
  | { readonly kind: 'open'; readonly open: readonly OpenQuestion[] }
  /** The questions would cause more work than one request may. */
  | { readonly kind: 'state-too-large' };

/** Answers every question of a request. */
export function decideSystemOne(request: SystemOneRequest, options: DecideOptions): SystemOneResult {
  const budget = createBudget();
  const core = options.profile === 'core';
  const undecided = core ? 'distribution' : options.undecided ?? 'omit';
  const content = new Content(request.state);
  for (const { path } of content.texts) budget.pathCharsLeft -= path.length;
  if (isOverdrawn(budget)) return TOO_LARGE;
  const prepared = request.questions.map((question) => prepareQuestion(question, content, budget));
  const verdicts = judgeAll(content.texts, prepared, budget);
  if (verdicts === null) return TOO_LARGE;
  const { help } = options;
  if (help === 'survey') {
    const open = findOpen(prepared.map((question) => question.options.length), verdicts);
    if (open.length > 0) return { kind: 'open', open };
  }
  const helper = help === undefined || help === 'survey' ? null : help;
  // A budget of its own: what an upstream proposes must not make a request too large that was not.
  const settled = helper === null ? null : settle(prepared, verdicts, helper, (questions) => judgeAll(content.texts, questions, createBudget()));
  const answers = new Map<string, Answer>();
  const undecidedIds: string[] = [];
  for (const [position, question] of prepared.entries()) {
    const helped = settled?.get(position);
    const answer = helped === undefined ? writeAnswer(question, verdicts[position]!, undecided, null) : writeAnswer(question, helped, undecided, helper);
    for (const { path, text, criterion } of answer.evidence ?? []) budget.evidenceCharsLeft -= path.length + text.length + criterion.length;
    if (isOverdrawn(budget)) return TOO_LARGE;
    if (answer.may_act !== true) undecidedIds.push(question.question.id);
    answers.set(question.question.id, core ? keepCore(answer) : answer);
  }
  return { kind: 'answered', body: writeBody(answers, options.bytes, core), undecidedIds };
}

const TOO_LARGE: SystemOneResult = { kind: 'state-too-large' };

/** A verdict for each question; null when the budget does not last. */
function judgeAll(texts: readonly SourceText[], questions: readonly PreparedQuestion[], budget: Budget): readonly Verdict[] | null {
  const finds = findAll(texts, questions, budget);
  const verdicts: Verdict[] = [];
  for (const question of questions) {
    if (isOverdrawn(budget)) return null;
    verdicts.push(decideQuestion(question, finds, budget));
  }
  return isOverdrawn(budget) ? null : verdicts;
}

/** Finds by phrase, in the order of their strings and starts. Every string is read once, whatever the number of questions. */
function findAll(texts: readonly SourceText[], questions: readonly PreparedQuestion[], budget: Budget): ReadonlyMap<string, readonly Find[]> {
  const locator = new Locator(questions.flatMap(({ options }) => options.flatMap(({ any, vetoes }) => [...any.flat(), ...vetoes.flat()])));
  const finds = new Map<string, Find[]>();
  texts.forEach((text, source) => {
    if (isOverdrawn(budget)) return;
    for (const place of locator.places(text, budget.finds)) {
      let ofPhrase = finds.get(place.criterion);
      if (ofPhrase === undefined) finds.set(place.criterion, ofPhrase = []);
      ofPhrase.push({ source, place });
    }
  });
  return finds;
}

const NOT_FOUND: readonly Find[] = [];

function decideQuestion({ options, scope, missingPaths }: PreparedQuestion, finds: ReadonlyMap<string, readonly Find[]>, budget: Budget): Verdict {
  // A path that leads nowhere says that the question means something else than the state has: no search can make up for it.
  if (missingPaths.length > 0) return { outcome: 'refused', supported: [], finds: [], unfound: phrasesOf(options), reason: 'path-not-found' };
  const lookup: Lookup = (phrase) => {
    const found = finds.get(phrase) ?? NOT_FOUND;
    budget.visitsLeft -= (found.length + 1) * (scope === null ? 1 : scope.length);
    if (budget.visitsLeft < 0) return NOT_FOUND;
    return scope === null ? found : found.filter(({ source }) => scope.some(({ from, to }) => source >= from && source < to));
  };
  return decide(options, lookup);
}

function phrasesOf(options: PreparedQuestion['options']): string[] {
  return [...new Set(options.flatMap((option) => option.any.flat()))];
}

// 128 bits of the hash: no two requests meet by chance.
const ID_HEX_DIGITS = 32;
// A token is about four bytes of English; clients want a count, and this one does not depend on a tokenizer's version.
const BYTES_PER_TOKEN = 4;

function writeBody(answers: ReadonlyMap<string, Answer>, bytes: Uint8Array, core: boolean): SystemOneResponse {
  const usage = { input_tokens: Math.ceil(bytes.length / BYTES_PER_TOKEN), output_tokens: 0 };
  if (core) return { model: MODEL, answers, usage };
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { id: `dec_${hash.slice(0, ID_HEX_DIGITS)}`, object: 'systemone', model: MODEL, answers, usage };
}
