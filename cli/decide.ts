// evident decide FILE: answers questions about a state, as POST /v1/systemone does, byte for byte.
// The service's own reader and engine do the work; only the transport is left out.

import { type Json, JsonError, parseJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import type { ScriptLimits } from '../grammar/scan.ts';
import { ArtifactFailure, DeadlineError } from '../runtime/outcome.ts';
import { Engine } from '../server/engines/engine.ts';
import type { JudgeOptions } from '../server/engines/systemone/judge.ts';
import { renderError } from '../server/error-bodies.ts';
import { ServiceError } from '../server/errors.ts';
import { answerItems, itemsOfLines } from '../server/services/batch.ts';
import type { DecideOptions } from '../server/services/decisions/options.ts';
import { writeRequest } from '../server/services/decisions/question-set.ts';
import { answerSystemOne, readSystemOne } from '../server/services/decisions/system-one.ts';
import { UNDECIDED_MODES } from '../server/services/decisions/wire/systemone.ts';
import type { TrustFlags } from './artifact.ts';
import {
  type Command,
  EXIT,
  type ExitCode,
  note,
  onlyArgument,
  print,
  readBytes,
  readFlags,
  readText,
  UsageError,
  write,
} from './command.ts';
import { cachedModule } from './module-cache.ts';
import { openProgress } from './progress.ts';
import { openBuiltQuestions } from './questions.ts';
import { KEY_OPTION, RUN_MS_OPTION, readRunMs } from './trust.ts';

/** As deep as the service reads: a state may be 256 deep, and stands in the request's object. */
const DEPTH_MAX = 257;

export const command: Command = {
  usage:
    'evident decide FILE [--state FILE|- | --text FILE|- | --batch FILE|-] [--undecided MODE] [--core] [--trace] [--key FILE] [--run-ms N]',
  options: [
    [
      'FILE',
      'a whole request {"state", "questions"}; with --state or --text, the questions alone, or an artifact (.wasm) of evident build; - for standard input',
    ],
    ['--state FILE', 'the state, as JSON; the request is then {"state":…,"questions":…} with both texts as they are'],
    ['--text FILE', 'the state, as plain text'],
    [
      '--batch FILE',
      'many states, lines of {"state": …, "id"?: …}; the answers are lines {"index", "id"?, "status", "body"} in their order',
    ],
    ['--undecided MODE', `how undecided questions are answered: ${UNDECIDED_MODES.join(', ')} (omit)`],
    ['--core', 'only the fields of the core wire'],
    ['--trace', 'also say which program judged, and its steps'],
    KEY_OPTION,
    RUN_MS_OPTION,
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      state: { type: 'string' },
      text: { type: 'string' },
      batch: { type: 'string' },
      undecided: { type: 'string' },
      core: { type: 'boolean' },
      trace: { type: 'boolean' },
      key: { type: 'string' },
      'run-ms': { type: 'string' },
    });
    const path = onlyArgument(positionals, 'a file of questions');
    const undecided = UNDECIDED_MODES.find((mode) => mode === (values.undecided ?? 'omit'));
    if (undecided === undefined) throw new UsageError(`--undecided must be one of ${UNDECIDED_MODES.join(', ')}`);
    const trust: TrustFlags = { key: values.key, runMs: readRunMs(values['run-ms']) };
    const options: DecideOptions = {
      undecided,
      profile: values.core === true ? 'core' : null,
      trace: values.trace === true,
    };
    if (values.batch !== undefined) {
      if (values.state !== undefined || values.text !== undefined)
        throw new UsageError('--batch, --state or --text, not two of them');
      return decideBatch(path, values.batch, options, trust);
    }
    const { bytes, judging } = await readAsked(path, values.state, values.text, trust);
    try {
      const reply = await answerSystemOne(new Engine(), readSystemOne(readJson(bytes)), { bytes, options }, judging);
      if (reply.kind !== 'json') throw new Error(`the engine answered with ${reply.kind}`);
      print(writeJson(reply.body));
      return EXIT.ok;
    } catch (error) {
      if (error instanceof DeadlineError || error instanceof ArtifactFailure) {
        note(`${path}: ${error.message}`);
        return EXIT.fault;
      }
      if (!(error instanceof ServiceError)) throw error;
      print(writeJson(renderError('systemone', error).body));
      note(`${error.code}: ${error.message}`);
      return EXIT.invalid;
    }
  },
};

/** Ends with 1 where a state could not be asked about; the others are answered all the same. */
async function decideBatch(path: string, file: string, options: DecideOptions, trust: TrustFlags): Promise<ExitCode> {
  if (path === '-' && file === '-')
    throw new UsageError('only one of questions and states can come from standard input');
  const built = path.endsWith('.wasm') ? await openBuiltQuestions(path, trust) : null;
  const judging: JudgeOptions = built === null ? { compileElsewhere: compileCached } : { runBuilt: built.run };
  const questions = readJson(built === null ? readBytes(path) : built.set.bytes);
  const states = readBytes(file);
  const lines = states.reduce((count, byte) => count + Number(byte === 0x0a), 1);
  const engine = new Engine();
  const progress = openProgress();
  let done = 0;
  let failed = 0;
  const answers = answerItems(itemsOfLines(new Map([['questions', questions]]), states, 'state'), {
    async answer({ object, text }) {
      const bytes = new TextEncoder().encode(text);
      const reply = await answerSystemOne(engine, readSystemOne(object), { bytes, options }, judging);
      if (reply.kind !== 'json') throw new Error(`the engine answered with ${reply.kind}`);
      return reply;
    },
    family: 'systemone',
    signal: new AbortController().signal,
    sum: { outcomes: {}, steps: 0 },
    onItem(status) {
      if (status !== 200) failed += 1;
      progress.show((done += 1), lines);
    },
  });
  try {
    for await (const chunk of answers) write(chunk);
  } catch (error) {
    if (!(error instanceof DeadlineError || error instanceof ArtifactFailure)) throw error;
    note(`${path}: ${error.message}`);
    return EXIT.fault;
  } finally {
    progress.close();
  }
  if (failed === 0) return EXIT.ok;
  note(`${failed} of ${done} states could not be asked about`);
  return EXIT.invalid;
}

interface Asked {
  readonly bytes: Uint8Array;
  readonly judging: JudgeOptions;
}

async function readAsked(
  path: string,
  state: string | undefined,
  text: string | undefined,
  trust: TrustFlags,
): Promise<Asked> {
  if (state !== undefined && text !== undefined) throw new UsageError('--state or --text, not both');
  const other = state ?? text;
  if (path === '-' && other === '-')
    throw new UsageError('only one of questions and state can come from standard input');
  const built = path.endsWith('.wasm') ? await openBuiltQuestions(path, trust) : null;
  if (built !== null && other === undefined)
    throw new UsageError(`name the state that ${path} is asked about with --state or --text`);
  const judging: JudgeOptions = built === null ? { compileElsewhere: compileCached } : { runBuilt: built.run };
  if (other === undefined) return { bytes: readBytes(path), judging };
  const set = built === null ? { bytes: new TextEncoder().encode(readText(path).trim()) } : built.set;
  return {
    bytes: writeRequest(state === undefined ? JSON.stringify(readText(other)) : readText(other).trim(), set),
    judging,
  };
}

/** A program that was compiled before needs no code generator. */
async function compileCached(text: string, limits?: ScriptLimits): Promise<WebAssembly.Module> {
  const compiled = await cachedModule(new TextEncoder().encode(text), async () => {
    const [{ check, checkedOf }, { emitScript }] = await Promise.all([
      import('../compiler/check.ts'),
      import('../runtime/compile.ts'),
    ]);
    const checked = checkedOf(check(text, limits === undefined ? {} : { limits }));
    return checked === null ? null : { hash: checked.hash, bytes: await emitScript(checked) };
  });
  if (compiled === null) throw new Error('the program of the questions does not check');
  return compiled.module;
}

function readJson(bytes: Uint8Array): Json {
  try {
    return parseJson(bytes, { depthMax: DEPTH_MAX });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new UsageError(`the request is not valid JSON: ${error.message}, ${error.where}`);
  }
}
