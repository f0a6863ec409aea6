// evident verify X.wasm: whether an artifact's code is that of the text it carries, or who signed it.

import { QUESTIONS_SECTION } from '../compiler/emit/section.ts';
import { readArtifact } from '../runtime/artifact.ts';
import { isSignedBy } from '../runtime/signature.ts';
import { EXIT, onlyArgument, print, printJson, readBytes, readFlags, readText, UsageError, type Command } from './command.ts';
import { markVerified } from './verified.ts';

export const command: Command = {
  usage: 'evident verify FILE.wasm [--key FILE] [--json]',
  summary: 'build an artifact again from its canonical text and compare the bytes',
  options: [
    ['FILE.wasm', 'an artifact of evident build'],
    ['--key FILE', 'an Ed25519 public key in PEM: ask instead whether its owner signed the artifact'],
    ['--json', 'print the result as JSON'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, { key: { type: 'string' }, json: { type: 'boolean' } });
    const path = onlyArgument(positionals, 'an artifact');
    const bytes = readBytes(path);
    const result = await (values.key === undefined ? rebuild(path, bytes) : checkSignature(path, bytes, values.key));
    if (result.kind === 'verified') markVerified(bytes);
    if (values.json === true) printJson(result);
    else print(`${path}: ${describe(result)}`);
    return result.kind === 'verified' || result.kind === 'signed' ? EXIT.ok : EXIT.invalid;
  },
};

type Result =
  | { readonly kind: 'verified' | 'signed'; readonly hash: string }
  | { readonly kind: 'different' | 'other-version' | 'not-signed'; readonly why: string };

async function rebuild(path: string, bytes: Uint8Array): Promise<Result> {
  const [{ verifyArtifact }, { PROGRAM_LIMITS }] = await Promise.all([import('../runtime/verify.ts'), import('../server/engines/systemone/program.ts')]);
  const { module } = open(path, bytes);
  // Programs of questions are larger than scripts that people write.
  const isQuestions = WebAssembly.Module.customSections(module, QUESTIONS_SECTION).length > 0;
  return verifyArtifact(bytes, isQuestions ? PROGRAM_LIMITS : undefined);
}

async function checkSignature(path: string, bytes: Uint8Array, keyPath: string): Promise<Result> {
  const { info } = open(path, bytes);
  const { artifactProblem } = await import('../runtime/artifact.ts');
  const why = artifactProblem(info) ?? (isSigned(bytes, keyPath) ? null : 'it is not signed by the owner of this key');
  return why === null ? { kind: 'signed', hash: info.hash } : { kind: 'not-signed', why };
}

/** Whether the owner of the public key in a file signed these bytes. */
export function isSigned(bytes: Uint8Array, keyPath: string): boolean {
  try {
    return isSignedBy(bytes, readText(keyPath));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${keyPath}: ${error.message}`);
  }
}

function open(path: string, bytes: Uint8Array): ReturnType<typeof readArtifact> {
  try {
    return readArtifact(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${path} is ${error.message}`);
  }
}

function describe(result: Result): string {
  switch (result.kind) {
    case 'verified': return `verified: its canonical text builds to the same bytes, hash ${result.hash.slice(0, 12)}`;
    case 'signed': return `signed by the owner of this key, hash ${result.hash.slice(0, 12)}`;
    case 'different': return `not verified: ${result.why}`;
    case 'other-version': return `cannot be verified: ${result.why}`;
    case 'not-signed': return `not signed: ${result.why}`;
  }
}
