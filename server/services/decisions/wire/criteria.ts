// Criteria: which members of a question and of a criterion mean something besides phrases, and which are refused.
// In: the JSON a client wrote. Out: how the question is to be asked, and what is wrong, with its place.
// Why refused: a number is never searched for, and a comparison read as a phrase would decide on the wrong thing.

import type { Json } from '../../../../grammar/json.ts';
import { JsonNumber } from '../../../../grammar/json.ts';
import { readJsonPath } from '../../../../grammar/json-path.ts';
import { checkScorecard, countTerms, SCORECARD, SCORED_TERMS_MAX, scorecardOf } from './scorecard.ts';
import { readRule, SCRIPT, scriptFor, scriptOf } from './script.ts';

/** How a question is asked, besides its instructions and criteria. */
export interface Manner {
  /** The paths under which is looked; null where the instructions say it, or everywhere. */
  readonly in: readonly string[] | null;
  /** `ignore` for questions that ask what a text is about, not what it wants. */
  readonly negation: 'heed' | 'ignore';
  /** Whether a phrase that speaks for true speaks for false where it is denied. */
  readonly deniedTrueIsFalse: boolean;
  /** `count` where text that is not the writer's speaks like any other. */
  readonly quoted: 'exclude' | 'count';
  /** `exclude` where what stands in quotation marks is no evidence. */
  readonly quotes: 'exclude' | 'count';
}

export const PLAIN_MANNER: Manner = {
  in: null,
  negation: 'heed',
  deniedTrueIsFalse: false,
  quoted: 'exclude',
  quotes: 'count',
};

/** The members of a question that say how it is asked. */
export const MANNER_KEYS: readonly string[] = ['in', 'negation', 'denied_true_is_false', 'quoted', 'quotes'];

/** Under these a criterion has what rules its option out. */
export const EXCLUSIONS: ReadonlySet<string> = new Set(['not_for', 'not', 'exclude']);
/** Under this a criterion has the paths its option looks under. */
export const SCOPE = 'in';

// A question is about a few fields; each path is followed in every state.
export const PATHS_MAX = 64;

interface CriteriaProblem {
  /** From where it was looked at. */
  readonly place: readonly (string | number)[];
  readonly message: string;
}

interface MannerReading {
  readonly manner: Manner;
  readonly problems: readonly CriteriaProblem[];
}

/** Reads how a question is asked. */
export function readManner(question: ReadonlyMap<string, Json>, isYesOrNo: boolean): MannerReading {
  const problems: CriteriaProblem[] = [];
  const scope = question.get('in') ?? null;
  if (scope !== null) problems.push(...checkScope(scope, ['in']));
  const negation = question.get('negation') ?? 'heed';
  if (negation !== 'heed' && negation !== 'ignore')
    problems.push({ place: ['negation'], message: "Input should be 'heed' or 'ignore'" });
  const quoted = question.get('quoted') ?? 'exclude';
  if (quoted !== 'exclude' && quoted !== 'count')
    problems.push({ place: ['quoted'], message: "Input should be 'exclude' or 'count'" });
  const quotes = question.get('quotes') ?? 'count';
  if (quotes !== 'exclude' && quotes !== 'count')
    problems.push({ place: ['quotes'], message: "Input should be 'exclude' or 'count'" });
  const denied = question.get('denied_true_is_false') ?? false;
  if (typeof denied !== 'boolean')
    problems.push({ place: ['denied_true_is_false'], message: 'Input should be a valid boolean' });
  else if (denied && !isYesOrNo)
    problems.push({
      place: ['denied_true_is_false'],
      message: 'Only a question with the sides true and false can have it',
    });
  const manner: Manner = {
    in: scope === null ? null : pathsOf(scope),
    negation: negation === 'ignore' ? negation : 'heed',
    deniedTrueIsFalse: denied === true,
    quoted: quoted === 'count' ? quoted : 'exclude',
    quotes: quotes === 'exclude' ? quotes : 'count',
  };
  return { manner, problems };
}

function pathsOf(json: Json): string[] {
  return (Array.isArray(json) ? json : [json]).filter((text) => typeof text === 'string');
}

/** Why a number or a boolean is no phrase. */
const NO_PHRASE = 'is not searched for: write it as a string to look for it in texts';
const NO_COMPARISON = 'A comparison is no phrase';

/** Of a text that begins as a script does where a phrase is wanted. */
const NO_SCRIPT = `A script is a whole criterion, or stands under ${JSON.stringify(SCRIPT)} beside the phrases`;

/** What looks like a comparison: its words are no phrases, and a script says it without doubt. */
const COMPARISONS: ReadonlySet<string> = new Set([
  'gt',
  'gte',
  'lt',
  'lte',
  'eq',
  'ne',
  'min',
  'max',
  'between',
  'matches',
  'when',
  'if',
]);

/** What is wrong with the criterion of an option, a level or a side. */
export function checkCriterion(json: Json): CriteriaProblem[] {
  if (json === null) return [];
  const card = scorecardOf(json);
  if (card !== null) return wrongInScored(json as ReadonlyMap<string, Json>, card);
  const script = scriptOf(json);
  return script === undefined ? [...wrongIn(json, [], true)] : wrongInRuled(json, script);
}

/** Beside a script there may be phrases. */
function wrongInRuled(criterion: Json, script: Json): CriteriaProblem[] {
  const place = criterion instanceof Map ? [SCRIPT] : [];
  const others = criterion instanceof Map ? new Map([...criterion].filter(([key]) => key !== SCRIPT)) : null;
  const problems = others === null ? [] : [...wrongIn(others, [], true)];
  if (typeof script !== 'string') return [{ place, message: 'Input should be a valid string' }, ...problems];
  const reading = readRule(script);
  return reading.kind === 'rule' ? problems : [{ place, message: reading.message }, ...problems];
}

/** Beside a card there is only what rules the option out. */
function wrongInScored(criterion: ReadonlyMap<string, Json>, card: ReadonlyMap<string, Json>): CriteriaProblem[] {
  const problems = checkScorecard(card).map(({ place, message }) => ({ place: [SCORECARD, ...place], message }));
  return [...criterion].reduce<CriteriaProblem[]>((all, [key, member]) => {
    if (key === SCORECARD) return all;
    if (EXCLUSIONS.has(key)) return [...all, ...wrongIn(member, [key], false)];
    return [...all, { place: [key], message: `Beside a scorecard a criterion has only ${[...EXCLUSIONS].join(', ')}` }];
  }, problems);
}

/** What is wrong with the criteria of a question together; keys are their places. `null` is a criterion that was not given. */
export function checkTogether(
  criteria: readonly (readonly [place: string | number, criterion: Json])[],
  needsAll: boolean,
): CriteriaProblem[] {
  const cards = criteria.map(([, criterion]) => scorecardOf(criterion));
  if (cards.every((card) => card === null)) return [];
  const problems = criteria.flatMap(([place, criterion], at): CriteriaProblem[] =>
    cards[at] !== null || (criterion === null && !needsAll)
      ? []
      : [{ place: [place], message: 'Where one option has a scorecard, all have one' }],
  );
  const terms = cards.reduce((sum, card) => sum + (card === null ? 0 : countTerms(card)), 0);
  if (terms <= SCORED_TERMS_MAX) return problems;
  return [
    { place: [], message: `The scorecards of a question have at most ${SCORED_TERMS_MAX} terms, not ${terms}` },
    ...problems,
  ];
}

function* wrongIn(json: Json, place: readonly (string | number)[], atTop: boolean): Generator<CriteriaProblem> {
  if (json instanceof JsonNumber || typeof json === 'boolean')
    yield {
      place,
      message: `${typeof json === 'boolean' ? 'A boolean' : 'A number'} ${NO_PHRASE}, or compare it: ${scriptFor('eq', json)}`,
    };
  else if (typeof json === 'string' && scriptOf(json) !== undefined) yield { place, message: NO_SCRIPT };
  else if (Array.isArray(json))
    for (const [at, element] of json.entries()) yield* wrongIn(element, [...place, at], false);
  else if (json instanceof Map) {
    for (const [key, member] of json) {
      if (COMPARISONS.has(key))
        yield { place: [...place, key], message: `${NO_COMPARISON}: write ${scriptFor(key, member)}` };
      else if (key === SCOPE && atTop) yield* checkScope(member, [...place, key]);
      else yield* wrongIn(member, [...place, key], false);
    }
  }
}

/** A path, or a list of paths. */
function* checkScope(json: Json, place: readonly (string | number)[]): Generator<CriteriaProblem> {
  const listed = Array.isArray(json) ? json : [json];
  if (listed.length === 0) yield { place, message: 'List should have at least 1 item after validation, not 0' };
  if (listed.length > PATHS_MAX)
    yield { place, message: `List should have at most ${PATHS_MAX} items after validation, not ${listed.length}` };
  for (const [at, text] of listed.slice(0, PATHS_MAX).entries()) {
    const here = Array.isArray(json) ? [...place, at] : place;
    if (typeof text !== 'string') yield { place: here, message: 'Input should be a valid string' };
    else {
      const wrong = checkPath(text);
      if (wrong !== null) yield { place: here, message: wrong };
    }
  }
}

// What begins otherwise may be a key as it stands: `order lines`.
const IS_STANDARD = /^\$|[?*:]|\.\.|\[-/;

/** What is wrong with a path; null where it can be followed. */
function checkPath(text: string): string | null {
  if (text === '') return 'A path should not be empty; `$` is the whole state';
  if (text.startsWith('/') || !IS_STANDARD.test(text)) return null;
  const reading = readJsonPath(text);
  return reading.kind === 'path'
    ? null
    : `Not a path: ${reading.message} at character ${[...text.slice(0, reading.at)].length}`;
}
