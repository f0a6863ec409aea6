// System One on the wire: what a question request and its answer look like.
// In: a request as the lossless reader gave it. Out: typed questions in the client's order, or the problems with their places.
// Why: clients of this wire read FastAPI's 422 list and TypeSafe's 400 object, so a wrong request is told in those words.

import type { Json } from '../../../../grammar/json.ts';
import { JsonNumber } from '../../../../grammar/json.ts';
import { pointer } from '../../../../grammar/json-pointer.ts';
import { memberText } from '../../../../grammar/json-source.ts';
import type { Manner } from './criteria.ts';
import { checkCriterion, checkTogether, MANNER_KEYS, readManner } from './criteria.ts';
import { readRule, SCRIPT, scriptOf } from './script.ts';
import type { RuledQuestion } from './script-set.ts';
import { checkRules } from './script-set.ts';
import type { Typos } from './typos.ts';
import { readTypos, TYPOS_EXPECTED } from './typos.ts';

// The OpenAI Decisions wire carries as many; the two wires can then be translated into each other without loss.
export const QUESTIONS_MAX = 400;
// TypeSafe refuses the 256th option and the 11th level; clients are built around these numbers.
export const OPTIONS_MAX = 255;
export const LEVELS_MAX = 10;
// A client fixes the first problems and asks again; a longer list only makes the error larger than the request.
export const PROBLEMS_MAX = 100;

/** How questions without a decision are answered: leave the fields out, fail the request, or spread the probabilities. */
export type UndecidedMode = 'omit' | 'error' | 'distribution';
export const UNDECIDED_MODES: readonly UndecidedMode[] = ['omit', 'error', 'distribution'];

/** `core` sends only the fields that TypeSafe's own wire has. */
export type Profile = 'core';

interface ChoiceQuestion {
  readonly kind: 'choice';
  readonly id: string;
  /** What scripts call it; by its id where this is left out. */
  readonly name?: string;
  /** A string, an object, an array or null. */
  readonly instructions: Json;
  readonly manner: Manner;
  /** 1 to 255 options in wire order; a description is a string, an object, an array or null. */
  readonly options: ReadonlyMap<string, Json>;
}

interface ScoreQuestion {
  readonly kind: 'score';
  readonly id: string;
  readonly name?: string;
  readonly instructions: Json;
  readonly manner: Manner;
  /** 1 to 10 levels, low to high. */
  readonly levels: readonly Json[];
}

interface NoulQuestion {
  readonly kind: 'noul';
  readonly id: string;
  readonly name?: string;
  readonly instructions: Json;
  readonly manner: Manner;
  /** What speaks for true and for false; null where nothing was given. */
  readonly whenTrue: Json;
  readonly whenFalse: Json;
}

export type Question = ChoiceQuestion | ScoreQuestion | NoulQuestion;

export interface SystemOneRequest {
  /** A string, an object or an array. */
  readonly state: Json;
  readonly questions: readonly Question[];
  /** The model the client named. Any name is accepted; the answer carries ours. */
  readonly model: string | null;
  readonly typos: Typos;
  /** The JSON of both as the client wrote it; null where the request came in other words. */
  readonly stateText: string | null;
  readonly questionsText: string | null;
}

/** One entry of FastAPI's list. */
interface FieldProblem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** What the wire calls a request that is well formed but beyond what the API takes. */
interface UsageProblem {
  readonly error_type: 'api_usage_error';
  readonly message: string;
}

export type SystemOneReading =
  | {
      readonly kind: 'ok';
      readonly request: SystemOneRequest /** JSON Pointers of what was not read. */;
      readonly ignored: readonly string[];
    }
  | {
      readonly kind: 'invalid';
      readonly status: 422;
      readonly message: string;
      readonly detail: readonly FieldProblem[];
    }
  | { readonly kind: 'invalid'; readonly status: 400; readonly message: string; readonly detail: UsageProblem };

/** Reads a request. Nothing is coerced; unknown members are listed, not refused. */
export function readSystemOneRequest(json: Json): SystemOneReading {
  const reader = new RequestReader();
  const request = reader.read(json);
  if (reader.usage !== null) {
    const { usage: message } = reader;
    return { kind: 'invalid', status: 400, message, detail: { error_type: 'api_usage_error', message } };
  }
  if (request === null || reader.problems.length > 0) {
    return {
      kind: 'invalid',
      status: 422,
      message: summarize(reader.problems),
      detail: reader.problems.slice(0, PROBLEMS_MAX),
    };
  }
  return { kind: 'ok', request, ignored: reader.ignored };
}

type Place = readonly (string | number)[];

/** What every kind of question has. */
type Asked = Pick<Question, 'id' | 'instructions' | 'manner'>;

const MISSING = { msg: 'Field required', type: 'missing' };
const NO_OBJECT = {
  msg: 'Input should be a valid dictionary or object to extract fields from',
  type: 'model_attributes_type',
};
const NO_STRING = { msg: 'Input should be a valid string', type: 'string_type' };
const NO_TYPOS = { msg: `Input should be ${TYPOS_EXPECTED}`, type: 'literal_error' };
const NO_MAP = { msg: 'Input should be a valid dictionary', type: 'dict_type' };
const NO_LIST = { msg: 'Input should be a valid list', type: 'list_type' };
const EMPTY_MAP = { msg: 'Dictionary should have at least 1 item after validation, not 0', type: 'too_short' };
const EMPTY_LIST = { msg: 'List should have at least 1 item after validation, not 0', type: 'too_short' };
const EXPECTED_TAGS = "'noul', 'choice', 'score'";

/**
 * Questions that were read without a problem, by the tree they were read from: readers of JSON hand out the same tree for a text
 * that comes again, and nobody changes it.
 */
const READ = new WeakMap<
  ReadonlyMap<string, Json>,
  { readonly questions: Question[]; readonly ignored: readonly string[] }
>();

/** Collects every problem of one request; the places are those that Pydantic's generated models report. */
class RequestReader {
  readonly problems: FieldProblem[] = [];
  readonly ignored: string[] = [];
  usage: string | null = null;

  read(json: Json): SystemOneRequest | null {
    if (!(json instanceof Map)) return this.#wrong(['body'], NO_OBJECT);
    this.#ignoreOthers(json, ['state', 'questions', 'model', 'typos'], []);
    const state = json.get('state');
    if (state === undefined) this.#wrong(['body', 'state'], MISSING);
    else if (!isContent(state)) this.#wrongContent(['body', 'state']);
    const questions = this.#readQuestions(json.get('questions'));
    const model = json.get('model') ?? null;
    if (model !== null && typeof model !== 'string') this.#wrong(['body', 'model'], NO_STRING);
    const typos = readTypos(json.get('typos'));
    if (typos === undefined) this.#wrong(['body', 'typos'], NO_TYPOS);
    if (state === undefined || questions === null || typos === undefined) return null;
    return {
      state,
      questions,
      model: typeof model === 'string' ? model : null,
      typos,
      stateText: memberText(json, 'state'),
      questionsText: memberText(json, 'questions'),
    };
  }

  #readQuestions(json: Json | undefined): Question[] | null {
    const place: Place = ['body', 'questions'];
    if (json === undefined) return this.#wrong(place, MISSING);
    if (!(json instanceof Map)) return this.#wrong(place, NO_MAP);
    if (json.size === 0) return this.#wrong(place, EMPTY_MAP);
    if (json.size > QUESTIONS_MAX)
      return this.#beyond(`questions: at most ${QUESTIONS_MAX} are allowed, not ${json.size}`);
    const known = READ.get(json);
    if (known !== undefined) {
      this.ignored.push(...known.ignored);
      return known.questions;
    }
    const before = { problems: this.problems.length, ignored: this.ignored.length };
    const questions: Question[] = [];
    for (const [id, value] of json) {
      const question = this.#readQuestion(id, value, [...place, id]);
      if (question !== null) questions.push(question);
    }
    for (const { place: at, message } of checkRules(questions.map(ruledBy)))
      this.#wrong([...place, ...at], { msg: message, type: 'value_error' });
    if (this.problems.length === before.problems && this.usage === null)
      READ.set(json, { questions, ignored: this.ignored.slice(before.ignored) });
    return questions;
  }

  #readQuestion(id: string, json: Json, place: Place): Question | null {
    if (!(json instanceof Map)) return this.#wrong(place, NO_OBJECT);
    const tag = json.get('type');
    if (tag === undefined)
      return this.#wrong(place, {
        msg: "Unable to extract tag using discriminator 'type'",
        type: 'union_tag_not_found',
      });
    if (tag !== 'choice' && tag !== 'score' && tag !== 'noul') {
      const msg = `Input tag '${describeTag(tag)}' found using 'type' does not match any of the expected tags: ${EXPECTED_TAGS}`;
      return this.#wrong(place, { msg, type: 'union_tag_invalid' });
    }
    this.#ignoreOthers(json, ['type', 'instructions', 'criteria', ...MANNER_KEYS], ['questions', id]);
    const inside: Place = [...place, tag];
    const instructions = json.get('instructions') ?? null;
    this.#checkEntry(instructions, [...inside, 'instructions']);
    const { manner, problems } = readManner(json, tag === 'noul');
    for (const { place: at, message } of problems)
      this.#wrong([...inside, ...at], { msg: message, type: 'value_error' });
    const asked: Asked = { id, instructions, manner };
    const criteria = json.get('criteria');
    const at: Place = [...inside, 'criteria'];
    switch (tag) {
      case 'choice':
        return this.#readChoice(asked, criteria, at);
      case 'score':
        return this.#readScore(asked, criteria, at);
      case 'noul':
        return this.#readNoul(asked, criteria ?? null, at);
    }
  }

  #readChoice(asked: Asked, criteria: Json | undefined, place: Place): ChoiceQuestion | null {
    if (criteria === undefined) return this.#wrong(place, MISSING);
    if (!(criteria instanceof Map)) return this.#wrong(place, NO_MAP);
    if (criteria.size === 0) return this.#wrong(place, EMPTY_MAP);
    if (criteria.size > OPTIONS_MAX) {
      return this.#beyond(
        `${pointer(['questions', asked.id, 'criteria'])}: at most ${OPTIONS_MAX} options are allowed, not ${criteria.size}`,
      );
    }
    for (const [key, entry] of criteria) this.#checkCriterion(entry, [...place, key]);
    this.#checkTogether([...criteria], true, place);
    return { kind: 'choice', ...asked, options: criteria };
  }

  #readScore(asked: Asked, criteria: Json | undefined, place: Place): ScoreQuestion | null {
    if (criteria === undefined) return this.#wrong(place, MISSING);
    if (!Array.isArray(criteria)) return this.#wrong(place, NO_LIST);
    if (criteria.length === 0) return this.#wrong(place, EMPTY_LIST);
    if (criteria.length > LEVELS_MAX) {
      return this.#beyond(
        `${pointer(['questions', asked.id, 'criteria'])}: at most ${LEVELS_MAX} levels are allowed, not ${criteria.length}`,
      );
    }
    criteria.forEach((entry, level) => this.#checkCriterion(entry, [...place, level]));
    this.#checkTogether([...criteria.entries()], true, place);
    return { kind: 'score', ...asked, levels: criteria };
  }

  #readNoul(asked: Asked, criteria: Json, place: Place): NoulQuestion | null {
    if (criteria === null) return { kind: 'noul', ...asked, whenTrue: null, whenFalse: null };
    if (!(criteria instanceof Map)) return this.#wrong(place, NO_OBJECT);
    this.#ignoreOthers(criteria, ['true', 'false'], ['questions', asked.id, 'criteria']);
    const whenTrue = criteria.get('true') ?? null;
    const whenFalse = criteria.get('false') ?? null;
    this.#checkCriterion(whenTrue, [...place, 'true']);
    this.#checkCriterion(whenFalse, [...place, 'false']);
    this.#checkTogether(Object.entries({ true: whenTrue, false: whenFalse }), false, place);
    return { kind: 'noul', ...asked, whenTrue, whenFalse };
  }

  /** An entry is a string, an object, an array or null. */
  #checkEntry(entry: Json, place: Place): void {
    if (entry !== null && !isContent(entry)) this.#wrongContent(place);
  }

  #checkCriterion(entry: Json, place: Place): void {
    this.#checkEntry(entry, place);
    if (entry === null || !isContent(entry)) return;
    for (const { place: at, message } of checkCriterion(entry))
      this.#wrong([...place, ...at], { msg: message, type: 'value_error' });
  }

  #checkTogether(criteria: Parameters<typeof checkTogether>[0], needsAll: boolean, place: Place): void {
    for (const { place: at, message } of checkTogether(criteria, needsAll))
      this.#wrong([...place, ...at], { msg: message, type: 'value_error' });
  }

  /** Pydantic tries each member of the union and reports each failure. */
  #wrongContent(place: Place): void {
    this.#wrong([...place, 'str'], NO_STRING);
    this.#wrong([...place, 'dict[str,any]'], NO_MAP);
    this.#wrong([...place, 'list[any]'], NO_LIST);
  }

  #wrong(loc: Place, problem: { readonly msg: string; readonly type: string }): null {
    this.problems.push({ loc, ...problem });
    return null;
  }

  #beyond(message: string): null {
    this.usage ??= message;
    return null;
  }

  #ignoreOthers(json: ReadonlyMap<string, Json>, known: readonly string[], segments: readonly string[]): void {
    for (const name of json.keys()) {
      if (!known.includes(name)) this.ignored.push(pointer([...segments, name]));
    }
  }
}

/** A question with its scripts, for what they are together. Those that are wrong by themselves are not among them. */
export function ruledBy(question: Question): RuledQuestion {
  const { id, kind } = question;
  const criteria: readonly (readonly [string | number, Json])[] =
    question.kind === 'choice'
      ? [...question.options]
      : question.kind === 'score'
        ? [...question.levels.entries()]
        : [
            ['true', question.whenTrue],
            ['false', question.whenFalse],
          ];
  const rules = criteria.flatMap(([key, criterion]) => {
    const script = scriptOf(criterion);
    const reading = typeof script === 'string' ? readRule(script) : null;
    const inside = criterion instanceof Map ? [SCRIPT] : [];
    return reading?.kind === 'rule' ? [{ place: [id, kind, 'criteria', key, ...inside], rule: reading.rule }] : [];
  });
  return { name: question.name ?? id, rules };
}

/** Whether it may be a state, or an entry of criteria that says something. */
export function isContent(json: Json): boolean {
  return typeof json === 'string' || Array.isArray(json) || json instanceof Map;
}

// A tag is shown as it was sent, short: it may be a whole document.
const TAG_SHOWN_MAX = 64;

function describeTag(tag: Json): string {
  if (typeof tag === 'string') return [...tag.slice(0, 2 * TAG_SHOWN_MAX)].slice(0, TAG_SHOWN_MAX).join('');
  if (tag instanceof JsonNumber) return tag.text.slice(0, TAG_SHOWN_MAX);
  if (tag === null) return 'None';
  if (typeof tag === 'boolean') return tag ? 'True' : 'False';
  return Array.isArray(tag) ? 'list' : 'dict';
}

/** Flat text, because some clients show nothing else. A failed union is one problem to a person, and three to Pydantic. */
function summarize(problems: readonly FieldProblem[]): string {
  const [first] = problems;
  if (first === undefined) return 'Invalid request.';
  const isUnion = first.loc.at(-1) === 'str';
  const place = first.loc.slice(1, isUnion ? -1 : undefined).join('.');
  const others = problems.length - (isUnion ? 3 : 1);
  const message = isUnion ? 'Input should be a string, an object or an array' : first.msg;
  return `${place === '' ? '' : `${place}: `}${message}${others === 0 ? '' : ` (and ${others} more)`}`;
}
