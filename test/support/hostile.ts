// Scripts and inputs that nobody means well, and the codes they are refused with. How long that takes is asked by
// bench/hostile.ts.

import { check } from '../../compiler/check.ts';
import { compile, type Script } from '../../runtime/library.ts';

/** A script or an input that is refused, and the code it is refused with. */
interface HostileCase {
  readonly name: string;
  readonly kind: 'script' | 'input';
  readonly text: string;
  readonly code: string;
}

const MEGABYTES_10 = 10_000_000;

export function hostileCases(): HostileCase[] {
  const garbage = Array.from({ length: 262_144 }, (_, at) => String.fromCharCode(33 + ((at * 7919) % 90))).join('');
  const params = Array.from({ length: 400 }, (_, at) => `p${at}`).join(' ');
  return [
    { name: '100,000 open brackets', kind: 'script', text: '('.repeat(100_000), code: 'nesting-too-deep' },
    { name: '100,000 brackets of two kinds', kind: 'script', text: '[('.repeat(50_000), code: 'nesting-too-deep' },
    { name: '100,000 closing brackets', kind: 'script', text: ')'.repeat(100_000), code: 'unexpected-token' },
    { name: '256 KiB of garbage', kind: 'script', text: garbage, code: 'unexpected-token' },
    { name: '256 KiB of quotes', kind: 'script', text: '"'.repeat(262_144), code: 'script-too-large' },
    { name: 'one byte above 256 KiB', kind: 'script', text: ' '.repeat(262_145), code: 'script-too-large' },
    { name: '20,001 nodes', kind: 'script', text: `[${'1 '.repeat(20_000)}]`, code: 'script-too-large' },
    { name: '100,000 discards', kind: 'script', text: '#_'.repeat(100_000), code: 'unexpected-token' },
    {
      name: 'a script of one 10 MB string',
      kind: 'script',
      text: `"${'x'.repeat(MEGABYTES_10)}"`,
      code: 'script-too-large',
    },
    {
      name: '10,000 unknown names',
      kind: 'script',
      text: Array.from({ length: 10_000 }, (_, at) => `n${at}`).join(' '),
      code: 'unbound-variable',
    },
    {
      name: 'a cycle of 20 calls with 400 parameters',
      kind: 'script',
      text: `(defn f [${params}] (do ${Array.from({ length: 20 }, () => `(f ${params})`).join(' ')}))`,
      code: 'recursion-unverified',
    },
    {
      name: 'a ring of 800 functions',
      kind: 'script',
      text: Array.from(
        { length: 800 },
        (_, at) => `(defn f${at} [a b] (if (= a ${at}) 0 (f${(at + 1) % 800} (dec a) b)))`,
      ).join('\n'),
      code: 'recursion-unverified',
    },
    { name: 'JSON 100,000 deep', kind: 'input', text: '['.repeat(100_000), code: 'bad-input' },
    { name: 'JSON 257 deep', kind: 'input', text: '['.repeat(257) + ']'.repeat(257), code: 'bad-input' },
    {
      name: 'JSON that ends in a 10 MB string',
      kind: 'input',
      text: `"${'x'.repeat(MEGABYTES_10)}`,
      code: 'bad-input',
    },
    {
      name: 'a number of 1,000,000 digits and a letter',
      kind: 'input',
      text: `${'1'.repeat(1_000_000)}x`,
      code: 'bad-input',
    },
    {
      name: '100,000 keys, the last one twice',
      kind: 'input',
      text: `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":0`).join(',')},"k99999":1}`,
      code: 'bad-input',
    },
    { name: 'a 10 MB string', kind: 'input', text: `"${'x'.repeat(MEGABYTES_10)}"`, code: 'output-too-large' },
  ];
}

/** The code a case is refused with, or null. */
export function refuse({ kind, text }: HostileCase, echo: Script): string | null {
  if (kind === 'script') return check(text).diagnostics.find(({ severity }) => severity === 'error')?.code ?? null;
  const result = echo.run({ inputJson: text });
  return result.kind === 'fault' ? result.code : null;
}

/** Gives the input back. */
export async function compileEcho(): Promise<Script> {
  const script = await compile('input');
  if (script.kind !== 'script') throw new Error('input does not check');
  return script;
}
