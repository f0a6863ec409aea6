// Program: what decides the messages of a stream: questions, a script, or the artifact of either.
// In: its bytes. Out: what answers a message with the bytes that the service answers with, or the code and words of its refusal.
//
// The code of an artifact is never run here. It carries its text, from which this version compiles the same program, so that no
// one has to vouch for it; its hash and its questions are checked to be of that text.

import { createHash } from 'node:crypto';
import { QUESTIONS_SECTION } from '../../compiler/emit/section.ts';
import { JsonError, parseJson } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';
import { artifactProblem, readArtifact } from '../../runtime/artifact.ts';
import { doJob } from '../../runtime/jobs.ts';
import { FUEL_DEFAULT } from '../../runtime/outcome.ts';
import { isSignedBy } from '../../runtime/signature.ts';
import { Toolchain } from '../../runtime/toolchain.ts';
import { ENGINE } from '../engines/identity.ts';
import { BODY_BYTES_MAX } from '../operation.ts';
import { prepareSet } from '../services/decisions/library.ts';
import type { QuestionSet } from '../services/decisions/question-set.ts';
import { readBuiltSet, readQuestionSet } from '../services/decisions/question-set.ts';
import { typosJson } from '../services/decisions/wire/typos.ts';
import { runBody } from '../services/scripts/wire/scripts.ts';

export interface Program {
  /** Of all that an answer depends on beside the message. */
  readonly hash: string;
  answer(message: Uint8Array): Promise<Answer>;
}

export type Answer =
  /** `body`: what the service answers with, exactly. */
  | { readonly kind: 'answered'; readonly body: string }
  /** The same every time: another try has no other end. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

export interface InvalidProgram {
  readonly kind: 'invalid';
  readonly message: string;
}

export type ProgramReading = { readonly kind: 'ok'; readonly program: Program } | InvalidProgram;

export async function questionsProgram(text: string): Promise<ProgramReading> {
  const set = readQuestionSet(text);
  return set.kind === 'invalid' ? set : { kind: 'ok', program: await programOfSet(set) };
}

export async function scriptProgram(text: string): Promise<ProgramReading> {
  const toolchain = new Toolchain();
  const checked = await doJob(toolchain, { kind: 'check', script: text });
  if (checked.kind !== 'checked') throw new Error(`a check is ${checked.kind}`);
  const { ok, hash, diagnostics } = checked.check;
  if (ok && hash !== null)
    return { kind: 'ok', program: { hash, answer: (message) => runScript(toolchain, text, message) } };
  const first = diagnostics.find(({ severity }) => severity === 'error');
  return invalid(
    first === undefined ? 'it is not valid' : `${first.message} (line ${first.line}, column ${first.column})`,
  );
}

/** `publicKey`: an Ed25519 key in PEM, whose owner must have signed the bytes. */
export async function artifactProgram(bytes: Uint8Array, publicKey?: string): Promise<ProgramReading> {
  let artifact: ReturnType<typeof readArtifact>;
  try {
    artifact = readArtifact(bytes);
    if (publicKey !== undefined && !isSignedBy(bytes, publicKey))
      return invalid('it is not signed by the owner of the key');
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return invalid(error.message);
  }
  const { module, info } = artifact;
  const problem = artifactProblem(info);
  if (problem !== null) return invalid(problem);
  const [section] = WebAssembly.Module.customSections(module, QUESTIONS_SECTION);
  if (section === undefined) return scriptProgram(info.canonical);
  const set = readBuiltSet(new TextDecoder().decode(section), info.hash);
  if (set === null) return invalid('it holds another rule than this version of evident: build it again');
  return set.kind === 'invalid' ? set : { kind: 'ok', program: await programOfSet(set) };
}

/**
 * Of a result. Whoever computes it, and however often: one id has the same bytes, which name the version that wrote them.
 * `name`: what the producer calls the message; two of the same text are two.
 */
export function resultId({ hash }: Pick<Program, 'hash'>, name: string, message: Uint8Array): string {
  return createHash('sha256').update(`${ENGINE}\n${hash}\n${name.length}\n${name}\n`).update(message).digest('hex');
}

async function programOfSet(set: QuestionSet): Promise<Program> {
  const { decideJson } = await prepareSet(set);
  const hash = createHash('sha256')
    .update(`${set.hash}\n${typosJson(set.typos)}\n${set.json}`)
    .digest('hex');
  return {
    hash,
    async answer(message) {
      const text = textOf(message);
      if (typeof text !== 'string') return text;
      const decision = await decideJson(text);
      switch (decision.kind) {
        case 'answered':
          return { kind: 'answered', body: decision.json };
        case 'invalid':
          return { kind: 'refused', code: 'invalid_state', message: decision.message };
        case 'state-too-large':
          return { kind: 'refused', code: decision.kind, message: 'the state is too large for these questions' };
      }
    },
  };
}

async function runScript(toolchain: Toolchain, script: string, message: Uint8Array): Promise<Answer> {
  const text = textOf(message);
  if (typeof text !== 'string') return text;
  let input: string;
  try {
    input = writeJson(parseJson(message));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { kind: 'refused', code: 'invalid_json', message: `${error.message}, at byte ${error.byte}` };
  }
  const ran = await doJob(toolchain, { kind: 'run', script, input, fuel: FUEL_DEFAULT });
  if (ran.kind === 'ran') return { kind: 'answered', body: writeJson(runBody(ran.run)) };
  if (ran.kind === 'faulted') return { kind: 'refused', code: ran.fault.code, message: ran.fault.message };
  throw new Error(`a run is ${ran.kind}`);
}

/** As text, or why it is refused. */
function textOf(message: Uint8Array): string | Extract<Answer, { readonly kind: 'refused' }> {
  if (message.length > BODY_BYTES_MAX)
    return { kind: 'refused', code: 'message_too_large', message: `a message has ${BODY_BYTES_MAX} bytes at most` };
  try {
    return UTF8.decode(message);
  } catch {
    return { kind: 'refused', code: 'invalid_json', message: 'the message is not UTF-8' };
  }
}

// A mark of the byte order is not JSON, and must not be dropped in silence.
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const invalid = (message: string): InvalidProgram => ({ kind: 'invalid', message });
