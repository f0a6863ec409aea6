// evident run FILE: runs a script, or an artifact, on an input under fuel.

import { faultMessage, type RunResult } from '../compiler/faults.ts';
import type { RecursionPolicy } from '../compiler/recursion/recursion.ts';
import { SCHEDULE_ID } from '../compiler/steps.ts';
import { type Place, Source } from '../grammar/span.ts';
import type { Explanation, explainFault } from '../runtime/explain/explanation.ts';
import { ArtifactFailure, DeadlineError, FUEL_DEFAULT } from '../runtime/outcome.ts';
import { openRunnable, type TrustFlags } from './artifact.ts';
import {
  type Command,
  EXIT,
  type ExitCode,
  note,
  onlyArgument,
  print,
  printJson,
  readBytes,
  readFlags,
  UsageError,
} from './command.ts';
import { countSteps, FUEL_WANTED, readFuel } from './fuel.ts';
import { cachedModule, type Emitted, load, mayUseModules } from './module-cache.ts';
import type { Profile } from './profile.ts';
import { RECURSION_OPTION, readRecursion } from './recursion.ts';
import type { ScriptFile } from './script.ts';
import { KEY_OPTION, RUN_MS_OPTION, readRunMs } from './trust.ts';

export const command: Command = {
  usage:
    'evident run FILE [--input FILE|-] [--fuel N] [--recursion POLICY] [--key FILE] [--run-ms N] [--profile] [--json]',
  options: [
    ['FILE', 'a script, - for standard input, or an artifact (.wasm)'],
    ['--input FILE', 'the JSON input, - for standard input; nil when left out, a fault when it is empty'],
    ['--fuel N', `steps the run may use (${FUEL_DEFAULT})`],
    RECURSION_OPTION,
    KEY_OPTION,
    RUN_MS_OPTION,
    ['--profile', 'also say which functions and lines the steps went to (scripts only)'],
    [
      '--json',
      'print output, steps, hash and schedule, or the fault, or what check --json prints of a script with errors, as JSON',
    ],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      input: { type: 'string' },
      fuel: { type: 'string' },
      recursion: { type: 'string' },
      key: { type: 'string' },
      'run-ms': { type: 'string' },
      profile: { type: 'boolean' },
      json: { type: 'boolean' },
    });
    const path = onlyArgument(positionals, 'a script');
    if (path === '-' && values.input === '-')
      throw new UsageError('only one of script and input can come from standard input');
    const fuel = values.fuel === undefined ? FUEL_DEFAULT : readFuel(values.fuel);
    if (fuel === null) throw new UsageError(`--fuel must be ${FUEL_WANTED}, not ${values.fuel}`);
    const recursion = readRecursion(values.recursion);
    const isArtifact = path.endsWith('.wasm');
    if (isArtifact && values.profile === true)
      throw new UsageError('an artifact has no lines to profile; profile the script');
    if (isArtifact && recursion !== undefined)
      throw new UsageError('an artifact was checked when it was built; --recursion is for scripts');
    if (!isArtifact && (values.key !== undefined || values['run-ms'] !== undefined))
      throw new UsageError('--key and --run-ms are for artifacts; a script is compiled here');
    const trust: TrustFlags = { key: values.key, runMs: readRunMs(values['run-ms']) };
    const subject = isArtifact
      ? await readArtifact(path, trust)
      : await readScript(path, recursion, values.json === true);
    if (subject === null) return EXIT.invalid;
    const input = values.input === undefined ? null : readBytes(values.input);
    const result = runBounded(subject, input, fuel);
    if (result === null) return EXIT.fault;
    const profile = values.profile === true ? await subject.profile(input, fuel) : null;
    const explanation = result.kind === 'fault' ? await subject.explain(input, fuel, result) : null;
    const code = await report(subject, result, explanation, profile, values.json === true);
    if (profile !== null && values.json !== true)
      note((await import('./profile.ts')).drawProfile(profile, subject.source));
    return code;
  },
};

/** null when an unverified artifact failed or was ended at its deadline, which has been told then. */
function runBounded(subject: Subject, input: Uint8Array | null, fuel: number): RunResult | null {
  try {
    return subject.run(input, fuel);
  } catch (error) {
    if (!(error instanceof DeadlineError || error instanceof ArtifactFailure)) throw error;
    note(`${subject.name}: ${error.message}`);
    return null;
  }
}

type FaultResult = Extract<RunResult, { kind: 'fault' }>;
type ExplainArguments = Parameters<typeof explainFault>;

/** Something that runs, whichever way it came. */
interface Subject {
  readonly name: string;
  readonly hash: string;
  readonly schedule: string;
  /** What spans are about: the text given, or an artifact's canonical text. */
  readonly source: Source;
  /** Only asked for when there is a fault to place: the script may not have been read yet. */
  places(): Promise<(node: number) => Place | null>;
  explain(input: Uint8Array | null, fuel: number, result: FaultResult): Promise<Explanation | null>;
  run(input: Uint8Array | null, fuel: number): RunResult;
  profile(input: Uint8Array | null, fuel: number): Promise<Profile>;
}

async function readScript(
  path: string,
  recursion: RecursionPolicy | undefined,
  json: boolean,
): Promise<Subject | null> {
  const text = readBytes(path);
  let file: ScriptFile | null = null;
  const checked = async (): Promise<ScriptFile> => {
    file ??= (await import('./script.ts')).checkBytes(path, text, { recursion });
    return file;
  };
  const compileAnew = async (): Promise<Emitted | null> => {
    const [{ refuseScript }, { checkedOf }] = await Promise.all([
      import('./script.ts'),
      import('../compiler/check.ts'),
    ]);
    const script = await checked();
    const prepared = checkedOf(script.result);
    if (prepared === null) {
      refuseScript(script, json);
      return null;
    }
    const { emitScript } = await import('../runtime/compile.ts');
    return { hash: prepared.hash, bytes: await emitScript(prepared) };
  };
  const decoded = new TextDecoder().decode(text);
  // The cache knows texts: of a script with modules the one that holds them too.
  const linked = mayUseModules(decoded) ? (await checked()).result : null;
  const key = linked === null || !linked.ok ? text : Buffer.from(linked.canonical!);
  // What one policy accepts another may not.
  const isCached = recursion === undefined && (linked === null || linked.ok);
  const compiled = await (isCached ? cachedModule(key, compileAnew) : compileAnew().then(load));
  if (compiled === null) return null;
  const { createMachine } = await import('../runtime/run.ts');
  const { hash } = compiled;
  const machine = createMachine();
  return {
    name: path === '-' ? 'standard input' : path,
    hash,
    schedule: SCHEDULE_ID,
    source: linked?.source ?? new Source(decoded),
    places: async () => (await checked()).result.places,
    explain: async (input, fuel, fault) => {
      const { result } = await checked();
      return explain(result, result.places, input, fuel, fault);
    },
    run: (input, fuel) => machine.run(compiled, input, { fuel }),
    profile: async (input, fuel) => (await import('./profile.ts')).profile((await checked()).result, input, fuel),
  };
}

async function readArtifact(path: string, trust: TrustFlags): Promise<Subject> {
  const { createPlaces } = await import('../runtime/artifact.ts');
  const { info, run } = await openRunnable(path, trust);
  const source = new Source(info.canonical);
  const places = createPlaces(info);
  return {
    name: path,
    hash: info.hash,
    schedule: info.schedule.id,
    source,
    places: () => Promise.resolve(places),
    explain: async (input, fuel, fault) => {
      const { check } = await import('../compiler/check.ts');
      const result = check(info.canonical, {
        recursion: 'allow',
        kinds: 'ignore',
        limits: { bytesMax: Infinity, nodesMax: Infinity },
      });
      return explain(result, places, input, fuel, fault);
    },
    run,
    profile: () => Promise.reject(new Error('artifacts have no profile')),
  };
}

// At a terminal a person waits.
const EXPLAIN_MS_MAX = 5_000;

async function explain(...[checked, places, input, fuel, result]: ExplainArguments): Promise<Explanation | null> {
  const { explainFault } = await import('../runtime/explain/explanation.ts');
  return explainFault(checked, places, input, fuel, result, { stepsMax: Infinity, msMax: EXPLAIN_MS_MAX });
}

async function report(
  subject: Subject,
  result: RunResult,
  explanation: Explanation | null,
  profile: Profile | null,
  json: boolean,
): Promise<ExitCode> {
  const { hash, schedule } = subject;
  if (profile !== null && profile.steps !== result.steps)
    throw new Error(`the profile counts ${profile.steps} steps, the run ${result.steps}`);
  if (result.kind === 'finished') {
    if (json)
      print(
        `{"output":${result.output},"steps":${result.steps},"hash":"${hash}","schedule":"${schedule}"${profile === null ? '' : `,"profile":${JSON.stringify(profile)}`}}`,
      );
    else {
      print(result.output);
      note(`${countSteps(result.steps)}, hash ${hash.slice(0, 12)}`);
    }
    return EXIT.ok;
  }
  const { fault, steps } = result;
  const placeOf = fault.node === null ? null : await subject.places();
  const place = placeOf === null ? null : placeOf(fault.node!);
  if (json) {
    const { start = null, end = null, line = null, column = null, ...rest } = place ?? {};
    printJson({
      error: {
        code: fault.code,
        message: faultMessage(fault, explanation?.sentence),
        details: { steps, hash, start, end, line, column, ...rest, explanation },
      },
      ...(profile === null ? {} : { profile }),
    });
  } else {
    const { drawFault } = await import('./draw-fault.ts');
    note(drawFault(fault, explanation, placeOf, subject.source, subject.name));
    note(`${countSteps(steps)}, hash ${hash.slice(0, 12)}`);
  }
  return EXIT.fault;
}
