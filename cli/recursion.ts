// --recursion: what is done about recursive functions, where a command checks a script.

import type { RecursionPolicy } from '../compiler/recursion/recursion.ts';
import { UsageError } from './command.ts';

const MEANINGS: Readonly<Record<RecursionPolicy, string>> = {
  verified: 'refuse what is not seen to end',
  forbid: 'refuse all',
  allow: 'refuse none, fuel bounds it',
};

/** The line of a command's help. */
export const RECURSION_OPTION = [
  '--recursion POLICY',
  Object.entries(MEANINGS)
    .map(([policy, meaning]) => `${policy}: ${meaning}`)
    .join('; '),
] as const;

/** Undefined, which is `verified`, when nothing was said. */
export function readRecursion(text: string | undefined): RecursionPolicy | undefined {
  if (text === undefined || Object.hasOwn(MEANINGS, text)) return text as RecursionPolicy | undefined;
  throw new UsageError(`--recursion must be one of ${Object.keys(MEANINGS).join(', ')}, not ${text}`);
}
