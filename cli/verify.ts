// evident verify X.wasm: whether an artifact's code is that of the text it carries, or who signed it.

import { QUESTIONS_SECTION } from '../compiler/emit/section.ts';
import { artifactProblem } from '../runtime/artifact.ts';
import { type Artifact, openArtifact } from './artifact.ts';
import { type Command, EXIT, onlyArgument, print, printJson, readFlags } from './command.ts';
import { isSigned } from './trust.ts';
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
    const artifact = openArtifact(path);
    const result = await (values.key === undefined ? rebuild(artifact) : checkSignature(artifact, values.key));
    if (result.kind === 'verified') markVerified(artifact.bytes);
    if (values.json === true) printJson(result);
    else print(`${path}: ${describe(result)}`);
    return result.kind === 'verified' || result.kind === 'signed' ? EXIT.ok : EXIT.invalid;
  },
};

type Result =
  | { readonly kind: 'verified' | 'signed'; readonly hash: string }
  | { readonly kind: 'different' | 'other-version' | 'not-signed'; readonly why: string };

async function rebuild({ module, bytes }: Artifact): Promise<Result> {
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
