// Verifying a receipt: whether its signature holds, whether an input is the one it is about, and whether running it again gives the same.
// In: a receipt; an artifact and an input, or a whole request. Out: what holds and what does not.

import type { KeyObject } from 'node:crypto';
import { createPublicKey } from 'node:crypto';
import type { Json } from '../grammar/json.ts';
import { JsonError, parseJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import { FUEL_DEFAULT } from '../runtime/outcome.ts';
import { Engine } from '../server/engines/engine.ts';
import { ENGINE } from '../server/engines/identity.ts';
import { ServiceError } from '../server/errors.ts';
import { outputIn, PARTS } from '../server/log/entry.ts';
import type { Receipt, ReceiptReading } from '../server/receipts/receipt.ts';
import { canonical, isInput, isOutput } from '../server/receipts/receipt.ts';
import { createReplay } from '../server/replay/again.ts';
import { NO_IDS } from '../server/replay/logged.ts';
import type { DecideOptions } from '../server/services/decisions/options.ts';
import { writeRequest } from '../server/services/decisions/question-set.ts';
import { answerSystemOne, readSystemOne } from '../server/services/decisions/system-one.ts';
import type { ReplySummary, Said } from '../server/summary.ts';
import { openRunnable, type TrustFlags } from './artifact.ts';
import { EXIT, type ExitCode, note, print, printJson, readBytes, readText, UsageError } from './command.ts';
import { openBuiltQuestions } from './questions.ts';

interface ReceiptFlags {
  readonly artifact: string | undefined;
  readonly input: string | undefined;
  readonly request: string | undefined;
  readonly key: string | undefined;
  readonly runMs: number;
  readonly json: boolean;
}

/** What says that it is a receipt. */
type ReadReceipt = Exclude<ReceiptReading, { readonly kind: 'other' | 'no-json' }>;

/** What running again gave. */
interface Outcome {
  readonly program: string | null;
  readonly steps: number | null;
  readonly answers: readonly Said[];
  /** Of a script, as it was printed; null where it put out nothing. */
  readonly output: string | null;
}

/** `reading`: of the file at `path`. */
export async function verifyReceipt(path: string, reading: ReadReceipt, flags: ReceiptFlags): Promise<ExitCode> {
  if (reading.kind === 'cut') throw new UsageError(`${path} is no whole receipt: its signature or its key is missing`);
  if (reading.kind === 'wrong') return conclude(path, [reading.why], null, flags.json);
  const { receipt, key, fingerprint } = reading;
  const wrong = [...(flags.key === undefined || isKey(key, flags.key) ? [] : ['it was signed with another key'])];
  if (flags.key === undefined)
    note(`signed with the key ${fingerprint}; whose that is, --key FILE of the service's public key says`);
  const again = wrong.length > 0 ? null : await runAgain(receipt, flags, wrong);
  if (again !== null) wrong.push(...differencesOf(receipt, again));
  const held = again === null ? (flags.input === undefined ? 'signature' : 'input') : 'run';
  return conclude(path, wrong, { receipt, held }, flags.json);
}

function isKey(key: KeyObject, path: string): boolean {
  try {
    return createPublicKey(readText(path)).equals(key);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} has no public key in PEM`);
  }
}

/** null where nothing was named to run, or the input is another one, which stands in `wrong` then. */
async function runAgain(receipt: Receipt, flags: ReceiptFlags, wrong: string[]): Promise<Outcome | null> {
  const { artifact, input, request } = flags;
  if (request !== undefined) {
    if (artifact !== undefined || input !== undefined)
      throw new UsageError('--request has all there is: it goes without --artifact and --input');
    return sendAgain(receipt, request, wrong);
  }
  if (artifact !== undefined && receipt.wire !== 'run' && receipt.wire !== 'systemone')
    throw new UsageError('an artifact answers /v1/systemone and /v1/scripts/run; run this one again with --request');
  if (artifact !== undefined && input === undefined) throw new UsageError('name what the artifact ran on with --input');
  if (input === undefined) return null;
  const value = readValue(input);
  if (!isInput(receipt, value)) {
    wrong.push(`${input} is not the input it is about`);
    return null;
  }
  if (artifact === undefined) return null;
  // The artifact's own hash is compared below, and --key is the service's.
  const trust: TrustFlags = { key: undefined, runMs: flags.runMs };
  return receipt.wire === 'run'
    ? runScript(receipt, artifact, value, trust)
    : askQuestions(receipt, artifact, value, trust);
}

async function runScript(receipt: Receipt, path: string, input: Json, trust: TrustFlags): Promise<Outcome> {
  const { info, run } = await openRunnable(path, trust);
  const result = run(new TextEncoder().encode(writeJson(input)), receipt.fuel ?? FUEL_DEFAULT);
  const isFinished = result.kind === 'finished';
  const answers: Said[] = [
    {
      kind: 'run',
      outcome: isFinished ? 'finished' : 'fault',
      ...(isFinished ? {} : { reason: result.fault.code }),
      evidence: [],
    },
  ];
  return { program: info.hash, steps: result.steps, answers, output: isFinished ? result.output : null };
}

async function askQuestions(receipt: Receipt, path: string, state: Json, trust: TrustFlags): Promise<Outcome> {
  const { set, run } = await openBuiltQuestions(path, trust);
  const bytes = writeRequest(writeJson(state), set);
  const asked = { bytes, options: optionsOf(receipt), gate: gateOf(receipt), isKept: true };
  const summary = await summaryOf(() =>
    answerSystemOne(new Engine(), readSystemOne(parseJson(bytes, { depthMax: DEPTH_MAX })), asked, { runBuilt: run }),
  );
  return outcomeOf(summary, null);
}

// As deep as the service reads.
const DEPTH_MAX = 257;

async function summaryOf(
  answer: () => Promise<{ readonly kind: string; readonly summary?: ReplySummary }>,
): Promise<ReplySummary | null> {
  try {
    return (await answer()).summary ?? null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.summary ?? null;
  }
}

async function sendAgain(receipt: Receipt, file: string, wrong: string[]): Promise<Outcome | null> {
  const body = readValue(file);
  const { state } = PARTS[receipt.wire];
  const value = body instanceof Map ? (body.get(state) ?? null) : null;
  if (!isInput(receipt, value)) {
    wrong.push(`${file} does not have the ${state} it is about`);
    return null;
  }
  const { id, seq, time, wire, status, engine, program_hash = null, steps = null, answers } = receipt;
  const options = optionsOf(receipt);
  const again = await createReplay()(
    {
      ...{ id, seq, time, key: null, wire, status, engine, program: program_hash, steps, said: answers, options },
      denials: gateOf(receipt) ?? new Map(),
      request: readText(file),
      response: '',
      ids: NO_IDS,
    },
    null,
  );
  if (again.kind === 'servers')
    throw new UsageError('the request names registered servers, whose tools may be others by now');
  return outcomeOf(again.summary, wire === 'run' ? outputIn(again.text) : null);
}

function outcomeOf(summary: ReplySummary | null, output: string | null): Outcome {
  const { kept, steps = null } = summary ?? {};
  return { program: kept?.program?.hash ?? null, steps, answers: kept?.said ?? [], output };
}

function optionsOf({ options = {} }: Receipt): DecideOptions {
  const { undecided = 'omit', profile = null, trace } = options;
  return { undecided, profile, trace: trace === '1' } as DecideOptions;
}

function gateOf({ denials = [] }: Receipt): ReadonlyMap<string, NonNullable<Receipt['denials']>[number]> | undefined {
  return denials.length === 0 ? undefined : new Map(denials.map((denial) => [denial.id, denial]));
}

/** In sentences. */
function differencesOf(receipt: Receipt, { program, steps, answers, output }: Outcome): string[] {
  const was = receipt.program_hash ?? null;
  return [
    ...(program === was ? [] : [`another program ran: ${program} and not ${was}`]),
    ...(steps === (receipt.steps ?? null) ? [] : [`it took ${steps} steps and not ${receipt.steps}`]),
    ...(canonical(answers) === canonical(receipt.answers)
      ? []
      : [`it answers ${JSON.stringify(answers)} and not ${JSON.stringify(receipt.answers)}`]),
    ...(receipt.wire !== 'run' || isOutput(receipt, output) ? [] : [`it puts out another value: ${output}`]),
  ];
}

interface Held {
  readonly receipt: Receipt;
  /** How far it was checked. */
  readonly held: 'signature' | 'input' | 'run';
}

const HELD: Readonly<Record<Held['held'], string>> = {
  signature: 'the signature holds',
  input: 'the signature holds, and the input is the one it is about',
  run: 'the signature holds, the input is the one it is about, and running it again gives the same',
};

function conclude(path: string, wrong: readonly string[], held: Held | null, asJson: boolean): ExitCode {
  const isGood = wrong.length === 0 && held !== null;
  if (asJson) printJson(isGood ? { kind: held.held } : { kind: 'wrong', why: wrong });
  else if (isGood) print(`${path}: ${HELD[held.held]}`);
  else for (const why of wrong) print(`${path}: ${why}`);
  if (held !== null && !isGood && held.receipt.engine !== ENGINE)
    note(`it is of ${held.receipt.engine} and this is ${ENGINE}, which may answer otherwise`);
  return isGood ? EXIT.ok : EXIT.invalid;
}

function readValue(file: string): Json {
  try {
    return parseJson(readBytes(file), { depthMax: DEPTH_MAX });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new UsageError(`${file} is no JSON: ${error.message}, ${error.where}`);
  }
}
