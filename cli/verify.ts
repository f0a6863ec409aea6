// evident verify: whether an artifact's code is that of the text it carries, or who signed it; and whether a conversation orders the
// tool calls that a model wants to make.

import { QUESTIONS_SECTION } from '../compiler/emit/section.ts';
import { artifactProblem } from '../runtime/artifact.ts';
import type { UnsaidArgument, Verification, VerifiedCall } from '../server/services/routing/library.ts';
import { type Artifact, openArtifact } from './artifact.ts';
import {
  type Command,
  EXIT,
  type ExitCode,
  onlyArgument,
  print,
  printJson,
  readFlags,
  readText,
  UsageError,
} from './command.ts';
import { keepQuickCode } from './quick-code.ts';
import { isSigned, RUN_MS_OPTION, readRunMs } from './trust.ts';
import { markVerified } from './verified.ts';

export const command: Command = {
  usage:
    'evident verify FILE.wasm|RECEIPT|FILE.json [--artifact FILE.wasm --input FILE | --request FILE] [--key FILE] [--run-ms N] [--json]',
  options: [
    ['FILE.wasm', 'an artifact of evident build'],
    ['FILE.json', 'a request as POST /v1/tools/verify takes it: messages, tools and a call; - for standard input'],
    ['RECEIPT', 'a receipt of evident receipt: whether its signature holds'],
    ['--artifact FILE.wasm', 'run it again: the artifact of the script or the questions that the receipt is about'],
    ['--input FILE', 'the input or the state that the receipt is about, as JSON'],
    ['--request FILE', 'or the whole request, which is answered again here'],
    [
      '--key FILE',
      'an Ed25519 public key in PEM: ask instead whether its owner signed the artifact, or that its owner signed the receipt',
    ],
    RUN_MS_OPTION,
    ['--json', 'print the result as JSON'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      artifact: { type: 'string' },
      input: { type: 'string' },
      request: { type: 'string' },
      key: { type: 'string' },
      'run-ms': { type: 'string' },
      json: { type: 'boolean' },
    });
    const path = onlyArgument(positionals, 'an artifact, a receipt or a request');
    const { artifact: program, input, request } = values;
    // Read once: standard input is empty the second time.
    const text = path.endsWith('.wasm') ? null : readText(path);
    if (text !== null) {
      const { readReceipt } = await import('../server/receipts/receipt.ts');
      const reading = readReceipt(text);
      // A receipt that was cut is otherwise taken for a request.
      if (reading.kind === 'no-json') throw new UsageError(`${path} is no JSON: ${reading.why}`);
      if (reading.kind !== 'other') {
        const { verifyReceipt } = await import('./verify-receipt.ts');
        const runMs = readRunMs(values['run-ms']);
        const json = values.json === true;
        return verifyReceipt(path, reading, { artifact: program, input, request, key: values.key, runMs, json });
      }
    }
    const foreign = (['artifact', 'input', 'request', 'run-ms'] as const).find((name) => values[name] !== undefined);
    if (foreign !== undefined) throw new UsageError(`--${foreign} goes with a receipt`);
    if (text !== null) {
      if (values.key !== undefined) throw new UsageError('--key goes with an artifact or a receipt');
      return verifyRequest(path, text, values.json === true);
    }
    const artifact = openArtifact(path);
    const result = await (values.key === undefined ? rebuild(artifact) : checkSignature(artifact, values.key));
    if (result.kind === 'verified') markVerified(artifact.bytes);
    if (values.json === true) printJson(result);
    else print(`${path}: ${describe(result)}`);
    return result.kind === 'verified' || result.kind === 'signed' ? EXIT.ok : EXIT.invalid;
  },
};

async function verifyRequest(path: string, text: string, asJson: boolean): Promise<ExitCode> {
  const { ArgumentError, verifyCallJson } = await import('../server/services/routing/library.ts');
  let json: string;
  try {
    json = verifyCallJson(text);
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    throw new UsageError(`${path}: ${error.message}`);
  }
  const verification = JSON.parse(json) as Verification;
  print(asJson ? json : verification.calls.map(describeCall).join('\n'));
  return verification.may_act ? EXIT.ok : EXIT.invalid;
}

/** A line for the call and one for each thing that is wrong with it. */
function describeCall(call: VerifiedCall): string {
  const unsaid =
    (what: string) =>
    ({ argument, value, said }: UnsaidArgument): string =>
      `  ${argument} ${JSON.stringify(value)} is ${what}${said === null ? '' : `; the text says ${JSON.stringify(said)}`}`;
  const reason = call.reason === null ? '' : ` (${call.reason.code}: ${call.reason.message})`;
  return [
    `${call.outcome}: ${call.name}${reason}`,
    ...call.ungrounded.map(unsaid('not said')),
    ...call.transformed.map(unsaid('said in other words')),
    ...call.invalid.map(({ param, reason }) => `  ${param === '' ? 'the arguments' : param}: ${reason}`),
    ...call.missing.map((name) => `  ${name} is spoken of and left out`),
    ...call.unused.map((text) => `  ${JSON.stringify(text)} is said and not used`),
  ].join('\n');
}

type Result =
  | { readonly kind: 'verified' | 'signed'; readonly hash: string }
  | { readonly kind: 'different' | 'other-version' | 'not-signed'; readonly why: string };

async function rebuild({ module, bytes }: Artifact): Promise<Result> {
  keepQuickCode();
  const [{ verifyArtifact }, { PROGRAM_LIMITS }] = await Promise.all([
    import('../runtime/verify.ts'),
    import('../server/engines/systemone/program.ts'),
  ]);
  // Programs of questions are larger than scripts that people write.
  const isQuestions = WebAssembly.Module.customSections(module, QUESTIONS_SECTION).length > 0;
  return verifyArtifact(bytes, isQuestions ? PROGRAM_LIMITS : undefined);
}

async function checkSignature({ info, bytes }: Artifact, keyPath: string): Promise<Result> {
  const why =
    artifactProblem(info) ?? ((await isSigned(bytes, keyPath)) ? null : 'it is not signed by the owner of this key');
  return why === null ? { kind: 'signed', hash: info.hash } : { kind: 'not-signed', why };
}

function describe(result: Result): string {
  switch (result.kind) {
    case 'verified':
      return `verified: its canonical text builds to the same bytes, hash ${result.hash.slice(0, 12)}`;
    case 'signed':
      return `signed by the owner of this key, hash ${result.hash.slice(0, 12)}`;
    case 'different':
      return `not verified: ${result.why}`;
    case 'other-version':
      return `cannot be verified: ${result.why}`;
    case 'not-signed':
      return `not signed: ${result.why}`;
  }
}
