// Verify: whether an artifact's code is that of the text it carries.
// In: an artifact. Out: verified, or why not. The section of an artifact is a label that anybody can put on other code;
// builds are reproducible, so the canonical text is built again and the bytes are compared.

import { check, checkedOf } from '../compiler/check.ts';
import { addSection, QUESTIONS_SECTION } from '../compiler/emit/section.ts';
import type { ScriptLimits } from '../grammar/scan.ts';
import { artifactProblem, readArtifact } from './artifact.ts';
import { build, runtimeId } from './compile.ts';
import { splitSignature } from './signature.ts';

export type Verification =
  | { readonly kind: 'verified'; readonly hash: string }
  /** The code is not what the canonical text builds to, or the label is not true. */
  | { readonly kind: 'different'; readonly why: string }
  /** Another version built it: this one cannot build the same bytes. */
  | { readonly kind: 'other-version'; readonly why: string };

/**
 * Builds an artifact again from its canonical text and compares the bytes; a signature is not part of them.
 * `limits`: how large the text may be, for programs of questions. Throws TypeError when the bytes are no artifact.
 */
export async function verifyArtifact(bytes: Uint8Array, limits?: ScriptLimits): Promise<Verification> {
  const { body } = splitSignature(bytes);
  const { module, info } = readArtifact(body);
  const problem = artifactProblem(info);
  if (problem !== null) return { kind: 'different', why: problem };
  if (info.runtime !== runtimeId())
    return { kind: 'other-version', why: `it was built with ${info.runtime}, and this version has ${runtimeId()}` };
  // A build that allowed an unproved recursion is as true to its text as any other.
  const checked = checkedOf(
    check(info.canonical, { recursion: 'allow', kinds: 'ignore', ...(limits === undefined ? {} : { limits }) }),
  );
  if (checked === null || checked.canonical !== info.canonical)
    return { kind: 'different', why: 'its canonical text is no valid script in canonical form' };
  const built = await build(checked);
  const [questions] = WebAssembly.Module.customSections(module, QUESTIONS_SECTION);
  const expected = questions === undefined ? built : addSection(built, QUESTIONS_SECTION, new Uint8Array(questions));
  const at = differenceOf(body, expected);
  return at === null
    ? { kind: 'verified', hash: info.hash }
    : { kind: 'different', why: `its code is not what its canonical text builds to: it differs from byte ${at}` };
}

/** The first byte in which two differ, or null. */
function differenceOf(one: Uint8Array, other: Uint8Array): number | null {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return at;
  return one.length === other.length ? null : length;
}
