// Question set: the `questions` of a request on their own, read and written as a program.
// In: their JSON text. Out: the questions in the one form with their program, or what is wrong with them.
// Why: the command line and the library prepare questions once and ask them of many states.

import { programHash } from '../../../compiler/hash.ts';
import type { Json } from '../../../grammar/json.ts';
import { JsonError, parseJson } from '../../../grammar/json.ts';
import { prepare } from '../../engines/systemone/prepare.ts';
import type { PreparedQuestion } from '../../engines/systemone/questions.ts';
import type { ScriptPlace } from '../../engines/systemone/ruled.ts';
import { describeTooLarge } from './kind.ts';
import { readSystemOneRequest } from './wire/systemone.ts';
import type { Typos } from './wire/typos.ts';
import { ALL_TYPOS, TYPOS, typosJson } from './wire/typos.ts';

export interface QuestionSet {
  readonly kind: 'set';
  /** As they were given, without space around them. */
  readonly json: string;
  /** The same in UTF-8. */
  readonly bytes: Uint8Array;
  readonly questions: readonly PreparedQuestion[];
  readonly typos: Typos;
  /** Canonical text. */
  readonly program: string;
  readonly hash: string;
  /** The scripts in it, by their numbers. */
  readonly scripts: readonly ScriptPlace[];
}

interface InvalidSet {
  readonly kind: 'invalid';
  readonly message: string;
}

export function readQuestionSet(text: string, typos: Typos = TYPOS): QuestionSet | InvalidSet {
  const json = text.trim();
  const bytes = new TextEncoder().encode(json);
  let questions: Json;
  try {
    questions = parseJson(bytes);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { kind: 'invalid', message: `not valid JSON: ${error.message}, ${error.where}` };
  }
  const reading = readSystemOneRequest(
    new Map<string, Json>([
      ['state', ''],
      ['questions', questions],
    ]),
  );
  if (reading.kind === 'invalid') return { kind: 'invalid', message: reading.message };
  const { questions: prepared, writing } = prepare(reading.request.questions, { typos });
  if (writing.kind === 'too-large') return { kind: 'invalid', message: describeTooLarge(writing) };
  const { text: program, scripts } = writing;
  return { kind: 'set', json, bytes, questions: prepared, typos, program, hash: programHash(program), scripts };
}

/** The set that an artifact was built from, by the questions it carries and its hash; null where its rule is another version's. */
export function readBuiltSet(text: string, hash: string): QuestionSet | InvalidSet | null {
  for (const typos of ALL_TYPOS) {
    const set = readQuestionSet(text, typos);
    if (set.kind === 'invalid' || set.hash === hash) return set;
  }
  return null;
}

/** The request that asks a set of a state: what the service would be sent, and what `id` and `usage` come from. */
export function writeRequest(
  stateJson: string,
  { bytes, typos = TYPOS }: Partial<Pick<QuestionSet, 'typos'>> & Pick<QuestionSet, 'bytes'>,
): Uint8Array {
  return Buffer.concat([Buffer.from(`{"state":${stateJson},"questions":`), bytes, closing(typos)]);
}

const closing = (typos: Typos): Uint8Array =>
  typos === TYPOS ? CLOSING : Buffer.from(`,"typos":${typosJson(typos)}}`);

const CLOSING = Buffer.from('}');
