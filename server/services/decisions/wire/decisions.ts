// Decisions: a request of OpenAI's Decisions wire, read into parts to search and typed questions.
// In: a request as the lossless reader gave it. Out: a DecisionsRequest and what was ignored, or the first parameter that is wrong.
// Why not System One's reader: the clients of this wire read one message and the parameter it is about, and its choice values
// are typed: "true" and true are two choices.

import type { Json } from '../../../../grammar/json.ts';
import { pointer } from '../../../../grammar/json-pointer.ts';
import type { Manner } from './criteria.ts';
import { checkCriterion, checkTogether, MANNER_KEYS, readManner } from './criteria.ts';
import { readDescription, splitCriteria } from './predicate-text.ts';
import { LEVELS_MAX, OPTIONS_MAX, QUESTIONS_MAX } from './systemone.ts';
import type { Typos } from './typos.ts';
import { readTypos, TYPOS_EXPECTED } from './typos.ts';

/** A value that is searched, and where the request has it. */
export interface DecisionPart {
  /** RFC 6901 pointer into the request. */
  readonly path: string;
  readonly value: Json;
}

interface PredicateQuestion {
  readonly kind: 'predicate';
  readonly name: string | null;
  readonly instructions: Json;
  readonly manner: Manner;
  /** What the AI SDK writes under `Criteria for true:`; null where nothing was given. */
  readonly whenTrue: Json;
  readonly whenFalse: Json;
}

export interface Choice {
  readonly value: string | boolean;
  /** null when there is none. */
  readonly description: Json;
}

interface ChoiceDecision {
  readonly kind: 'choice';
  readonly name: string | null;
  readonly instructions: Json;
  readonly manner: Manner;
  readonly choices: readonly Choice[];
}

export interface Level {
  readonly label: string;
  readonly description: Json;
}

interface ScoreDecision {
  readonly kind: 'score';
  readonly name: string | null;
  readonly instructions: Json;
  readonly manner: Manner;
  /** Low to high. */
  readonly levels: readonly Level[];
}

export type DecisionQuestion = PredicateQuestion | ChoiceDecision | ScoreDecision;

interface DecisionsRequest {
  readonly typos: Typos;
  /** In request order. */
  readonly parts: readonly DecisionPart[];
  readonly questions: readonly DecisionQuestion[];
}

type DecisionsInvalidCode = 'missing_required_parameter' | 'invalid_type' | 'invalid_value' | 'unsupported_value';

/** `param` is spelled as OpenAI spells it: `questions[0].choices[1].value`. */
interface DecisionsInvalid {
  readonly kind: 'invalid';
  readonly param: string | null;
  readonly code: DecisionsInvalidCode;
  readonly message: string;
}

/** `ignored` holds pointers into the request. */
type DecisionsReading =
  | { readonly kind: 'ok'; readonly request: DecisionsRequest; readonly ignored: readonly string[] }
  | DecisionsInvalid;

/** Reads a request. Nothing is coerced. */
export function readDecisionsRequest(json: Json): DecisionsReading {
  const reader = new RequestReader();
  const request = reader.read(json);
  if (request === null)
    return (
      reader.problem ?? {
        kind: 'invalid',
        param: null,
        code: 'invalid_type',
        message: 'The request must be a JSON object.',
      }
    );
  return { kind: 'ok', request, ignored: reader.ignored };
}

type Place = readonly (string | number)[];

/** Reads until the first problem: every method answers null after it. */
class RequestReader {
  problem: DecisionsInvalid | null = null;
  readonly ignored: string[] = [];

  read(json: Json): DecisionsRequest | null {
    if (!(json instanceof Map)) return null;
    this.#ignoreOthers(json, ['model', 'input', 'questions', 'typos'], []);
    const model = json.get('model') ?? null;
    if (model !== null && typeof model !== 'string') return this.#wrongType(['model'], 'a string');
    const typos = readTypos(json.get('typos'));
    if (typos === undefined) return this.#wrongType(['typos'], TYPOS_EXPECTED);
    const parts = this.#readInput(json.get('input'));
    if (parts === null) return null;
    const questions = this.#readQuestions(json.get('questions'));
    return questions === null ? null : { parts, questions, typos };
  }

  #readInput(input: Json | undefined): DecisionPart[] | null {
    if (input === undefined) return this.#missing(['input']);
    if (typeof input === 'string') return [{ path: '/input', value: input }];
    if (!Array.isArray(input)) return this.#wrongType(['input'], 'a string or an array');
    const parts: DecisionPart[] = [];
    for (const [at, item] of input.entries()) {
      const read = this.#readItem(item, ['input', at]);
      if (read === null) return null;
      parts.push(...read);
    }
    return parts;
  }

  /**
   * What users and tools said is searched. What the system, the developer or the model said, and the calls it made, are no
   * evidence about the matter: they are listed as ignored.
   */
  #readItem(item: Json, place: Place): DecisionPart[] | null {
    if (!(item instanceof Map)) return this.#wrongType(place, 'an object');
    const type = item.get('type') ?? 'message';
    if (type === 'function_call_output' || type === 'custom_tool_call_output') {
      this.#ignoreOthers(item, ['type', 'call_id', 'id', 'status', 'output'], place);
      return this.#readContent(item.get('output'), [...place, 'output']);
    }
    if (type === 'function_call' || type === 'custom_tool_call') return this.#ignore(place);
    if (type !== 'message') return this.#wrongValue([...place, 'type'], 'this type of input is not known');
    switch (item.get('role')) {
      case 'user': {
        this.#ignoreOthers(item, ['type', 'role', 'content'], place);
        return this.#readContent(item.get('content'), [...place, 'content']);
      }
      case 'system':
      case 'developer':
      case 'assistant':
        return this.#ignore(place);
      case undefined:
        return this.#missing([...place, 'role']);
      default:
        return this.#wrongValue([...place, 'role'], 'must be user, system, developer or assistant');
    }
  }

  #readContent(content: Json | undefined, place: Place): DecisionPart[] | null {
    if (content === undefined) return this.#missing(place);
    if (typeof content === 'string') return [{ path: pointer(place), value: content }];
    if (!Array.isArray(content)) return this.#wrongType(place, 'a string or an array of parts');
    const parts: DecisionPart[] = [];
    for (const [at, part] of content.entries()) {
      const read = this.#readPart(part, [...place, at]);
      if (read === null) return null;
      parts.push(read);
    }
    return parts;
  }

  #readPart(part: Json, place: Place): DecisionPart | null {
    if (!(part instanceof Map)) return this.#wrongType(place, 'an object');
    switch (part.get('type')) {
      case 'input_text': {
        const text = part.get('text');
        if (text === undefined) return this.#missing([...place, 'text']);
        this.#ignoreOthers(part, ['type', 'text'], place);
        return typeof text === 'string'
          ? { path: pointer([...place, 'text']), value: text }
          : this.#wrongType([...place, 'text'], 'a string');
      }
      case 'input_json': {
        const data = part.get('data');
        if (data === undefined) return this.#missing([...place, 'data']);
        this.#ignoreOthers(part, ['type', 'data'], place);
        const isContainer = Array.isArray(data) || data instanceof Map;
        return isContainer
          ? { path: pointer([...place, 'data']), value: data }
          : this.#wrongType([...place, 'data'], 'an object or an array');
      }
      case 'input_image':
        return this.#fail(
          [...place, 'type'],
          'unsupported_value',
          'Images are not supported: evidence is located in text.',
        );
      case undefined:
        return this.#missing([...place, 'type']);
      default:
        return this.#wrongValue([...place, 'type'], 'must be input_text or input_json');
    }
  }

  #readQuestions(json: Json | undefined): DecisionQuestion[] | null {
    const list = this.#readList(json, ['questions'], QUESTIONS_MAX);
    if (list === null) return null;
    const questions: DecisionQuestion[] = [];
    const names = new Set<string>();
    for (const [at, item] of list.entries()) {
      const question = this.#readQuestion(item, ['questions', at]);
      if (question === null) return null;
      const { name } = question;
      if (name !== null && names.has(name))
        return this.#wrongValue(['questions', at, 'name'], 'each name must be unique');
      if (name !== null) names.add(name);
      questions.push(question);
    }
    return questions;
  }

  #readQuestion(json: Json, place: Place): DecisionQuestion | null {
    if (!(json instanceof Map)) return this.#wrongType(place, 'an object');
    const name = json.get('name') ?? null;
    if (name !== null && typeof name !== 'string') return this.#wrongType([...place, 'name'], 'a string');
    const instructions = this.#readInstructions(json.get('instructions') ?? null, [...place, 'instructions']);
    if (instructions === null) return null;
    const { text, data } = instructions;
    const manner = this.#readManner(json, place);
    if (manner === null) return null;
    switch (json.get('type')) {
      case 'predicate': {
        this.#ignoreOthers(json, ['type', 'name', 'instructions', ...MANNER_KEYS], place);
        const { question, whenTrue, whenFalse } = splitCriteria(text);
        if (
          !this.#checkCriterion(whenTrue, [...place, 'instructions']) ||
          !this.#checkCriterion(whenFalse, [...place, 'instructions']) ||
          !this.#checkTogether([whenTrue, whenFalse], false, [...place, 'instructions'])
        )
          return null;
        return { kind: 'predicate', name, instructions: join(question, data), manner, whenTrue, whenFalse };
      }
      case 'choice': {
        this.#ignoreOthers(json, ['type', 'name', 'instructions', 'choices', ...MANNER_KEYS], place);
        const choices = this.#readChoices(json.get('choices'), [...place, 'choices']);
        return choices === null ? null : { kind: 'choice', name, instructions: join(text, data), manner, choices };
      }
      case 'score': {
        this.#ignoreOthers(json, ['type', 'name', 'instructions', 'levels', ...MANNER_KEYS], place);
        const levels = this.#readLevels(json.get('levels'), [...place, 'levels']);
        return levels === null ? null : { kind: 'score', name, instructions: join(text, data), manner, levels };
      }
      case undefined:
        return this.#missing([...place, 'type']);
      default:
        return this.#wrongValue([...place, 'type'], 'must be predicate, choice or score');
    }
  }

  #readInstructions(json: Json, place: Place): { readonly text: string; readonly data: readonly Json[] } | null {
    if (json === null) return { text: '', data: [] };
    const parts = this.#readContent(json, place);
    if (parts === null) return null;
    const texts = parts.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
    return { text: texts.join('\n\n'), data: parts.flatMap(({ value }) => (typeof value === 'string' ? [] : [value])) };
  }

  #readChoices(json: Json | undefined, place: Place): Choice[] | null {
    const list = this.#readList(json, place, OPTIONS_MAX);
    if (list === null) return null;
    const choices: Choice[] = [];
    const values = new Set<string | boolean>();
    for (const [at, item] of list.entries()) {
      if (!(item instanceof Map)) return this.#wrongType([...place, at], 'an object');
      this.#ignoreOthers(item, ['value', 'description'], [...place, at]);
      const value = item.get('value');
      if (value === undefined) return this.#missing([...place, at, 'value']);
      if (typeof value !== 'string' && typeof value !== 'boolean')
        return this.#wrongType([...place, at, 'value'], 'a string or a boolean');
      if (values.has(value)) return this.#wrongValue([...place, at, 'value'], 'each choice must be unique');
      values.add(value);
      const description = this.#readDescription(item.get('description') ?? null, [...place, at, 'description']);
      if (description === undefined) return null;
      choices.push({ value, description });
    }
    const descriptions = choices.map(({ description }) => description);
    return this.#checkTogether(descriptions, true, place) ? choices : null;
  }

  #readLevels(json: Json | undefined, place: Place): Level[] | null {
    const list = this.#readList(json, place, LEVELS_MAX);
    if (list === null) return null;
    const levels: Level[] = [];
    for (const [at, item] of list.entries()) {
      if (!(item instanceof Map)) return this.#wrongType([...place, at], 'an object');
      this.#ignoreOthers(item, ['label', 'description'], [...place, at]);
      const label = item.get('label');
      if (label === undefined) return this.#missing([...place, at, 'label']);
      if (typeof label !== 'string') return this.#wrongType([...place, at, 'label'], 'a string');
      const description = this.#readDescription(item.get('description') ?? null, [...place, at, 'description']);
      if (description === undefined) return null;
      levels.push({ label, description });
    }
    const descriptions = levels.map(({ description }) => description);
    return this.#checkTogether(descriptions, true, place) ? levels : null;
  }

  /** undefined is the problem here: null is a description that was not given. */
  #readDescription(json: Json, place: Place): Json | undefined {
    if (json === null) return null;
    if (typeof json !== 'string') return this.#wrongType(place, 'a string') ?? undefined;
    const description = readDescription(json);
    return this.#checkCriterion(description, place) ? description : undefined;
  }

  /** The members are those of System One: this wire's own have no place for them. */
  #readManner(json: ReadonlyMap<string, Json>, place: Place): Manner | null {
    const { manner, problems } = readManner(json, json.get('type') === 'predicate');
    const [problem] = problems;
    return problem === undefined ? manner : this.#wrongValue([...place, ...problem.place], problem.message);
  }

  #checkCriterion(criterion: Json, place: Place): boolean {
    const [problem] = checkCriterion(criterion);
    if (problem !== undefined) this.#wrongValue([...place, ...problem.place], problem.message);
    return problem === undefined;
  }

  #checkTogether(criteria: readonly Json[], needsAll: boolean, place: Place): boolean {
    const [problem] = checkTogether([...criteria.entries()], needsAll);
    // The two sides of a predicate have one place.
    const at = needsAll ? (problem?.place ?? []) : [];
    if (problem !== undefined) this.#wrongValue([...place, ...at], problem.message);
    return problem === undefined;
  }

  #readList(json: Json | undefined, place: Place, max: number): readonly Json[] | null {
    if (json === undefined) return this.#missing(place);
    if (!Array.isArray(json)) return this.#wrongType(place, 'an array');
    if (json.length === 0) return this.#wrongValue(place, 'must not be empty');
    if (json.length > max) return this.#wrongValue(place, `at most ${max} are allowed, not ${json.length}`);
    return json;
  }

  #ignore(place: Place): DecisionPart[] {
    this.ignored.push(pointer(place));
    return [];
  }

  #ignoreOthers(json: ReadonlyMap<string, Json>, known: readonly string[], place: Place): void {
    for (const name of json.keys()) {
      if (!known.includes(name)) this.ignored.push(pointer([...place, name]));
    }
  }

  #missing(place: Place): null {
    return this.#fail(place, 'missing_required_parameter', `\`${spell(place)}\` is required.`);
  }

  #wrongType(place: Place, expected: string): null {
    return this.#fail(place, 'invalid_type', `\`${spell(place)}\` must be ${expected}.`);
  }

  #wrongValue(place: Place, why: string): null {
    return this.#fail(place, 'invalid_value', `\`${spell(place)}\`: ${why}.`);
  }

  #fail(place: Place, code: DecisionsInvalidCode, message: string): null {
    this.problem ??= { kind: 'invalid', param: spell(place), code, message };
    return null;
  }
}

/** `questions[0].name`, as OpenAI spells a parameter. */
function spell(place: Place): string {
  return place.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );
}

function join(text: string, data: readonly Json[]): Json {
  return data.length === 0 ? text : [text, ...data];
}
