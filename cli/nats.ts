// NATS: the flags that every command of streams has, and the connection they name.
// The client is loaded when one of these commands runs, and by no other.

import type { Nats } from '../server/stream/nats.ts';
import { EXIT, type ExitCode, note, UsageError } from './command.ts';

export const NATS_FLAGS = { nats: { type: 'string' }, creds: { type: 'string' } } as const;

export const NATS_OPTIONS = [
  [
    '--nats URL',
    'the broker: nats:// or tls://HOST:PORT, with USER:PASSWORD@ or TOKEN@ where it wants one; else EVIDENT_NATS',
  ],
  ['--creds FILE', 'a file of NATS credentials'],
] as const;

export const CREATE_OPTION = ['--create', 'make the streams that are not there'] as const;

interface NatsFlags {
  readonly nats?: string | undefined;
  readonly creds?: string | undefined;
}

/** Does something with the broker. What is wrong with it, or with a stream, is one line, and ends the command with EXIT.usage. */
export async function withNats(
  { nats: flag, creds }: NatsFlags,
  act: (nats: Nats) => Promise<ExitCode>,
): Promise<ExitCode> {
  const url = flag ?? process.env['EVIDENT_NATS'];
  if (url === undefined || url === '') throw new UsageError('name the broker with --nats URL, or in EVIDENT_NATS');
  const { openNats, StreamError } = await import('../server/stream/nats.ts');
  let nats: Nats | null = null;
  try {
    nats = await openNats(url, { creds });
    return await act(nats);
  } catch (error) {
    if (!(error instanceof StreamError)) throw error;
    note(`evident: ${error.message}`);
    return EXIT.usage;
  } finally {
    await nats?.close();
  }
}

/** A whole number within bounds, or what a flag has when it is left out. */
export function readCount<T>(
  flag: string,
  text: string | undefined,
  { min, max, standard }: { readonly min: number; readonly max: number; readonly standard: T },
): number | T {
  if (text === undefined) return standard;
  const count = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= min && count <= max))
    throw new UsageError(`${flag} must be a whole number from ${min} to ${max}, not ${text}`);
  return count;
}

export function required(flag: string, text: string | undefined, what: string): string {
  if (text === undefined) throw new UsageError(`name ${what} with ${flag}`);
  return text;
}
