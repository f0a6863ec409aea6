// Secret references in server records: `${…}` is looked up when a server is started, never before and never shown.
// In: texts with references, and who wrote them. Out: refusals at registration, values at connection.
// Why: a registration that arrives over HTTP could otherwise read our environment and files by naming them.

import { readFileSync } from 'node:fs';
import { ServiceError } from './errors.ts';

/** Where the value of a listed secret comes from, and the only host it may be sent to (null: a local process). */
export interface SecretSource {
  readonly kind: 'env' | 'file';
  readonly name: string;
  readonly host: string | null;
}

export interface SecretPolicy {
  readonly origin: 'api' | 'operator';
  /** By the NAME of `--mcp-secret NAME=env:VAR|file:PATH[@HOST]`. */
  readonly listed: ReadonlyMap<string, SecretSource>;
  /** The host (with a port that is not the default) the text will be sent to; null for a local process. */
  readonly host: string | null;
}

const REFERENCE = /\$\{([^{}]*)\}/g;

type Reference =
  | { readonly kind: 'secret' | 'file'; readonly name: string }
  | { readonly kind: 'env'; readonly name: string; readonly fallback: string | undefined };

/** Checks every reference of a text without reading any value. Throws `secret_not_allowed` or `invalid_server`. */
export function checkReferences(text: string, policy: SecretPolicy): void {
  for (const match of text.matchAll(REFERENCE)) sourceOf(readReference(match[1] as string), policy);
}

/** The text with its references replaced. Throws `secret_not_allowed`, or `invalid_server` when a value is missing. */
export function resolveReferences(text: string, policy: SecretPolicy): string {
  return text.replace(REFERENCE, (_, inner: string) => {
    const reference = readReference(inner);
    const source = sourceOf(reference, policy);
    const value = source.kind === 'env' ? process.env[source.name] : readSecretFile(source.name);
    // As shells do: `:-` also covers a variable that is empty.
    if (reference.kind === 'env' && reference.fallback !== undefined && (value === undefined || value === ''))
      return reference.fallback;
    if (value === undefined)
      throw new ServiceError('invalid_server', { message: `the value of \${${inner}} is not available` });
    return value;
  });
}

function readReference(inner: string): Reference {
  const named = /^(secret|env|file):(.+)$/s.exec(inner);
  if (named !== null) {
    const kind = named[1] as 'secret' | 'env' | 'file';
    const name = named[2] as string;
    return kind === 'env' ? { kind, name, fallback: undefined } : { kind, name };
  }
  const variable = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s.exec(inner);
  if (variable !== null) return { kind: 'env', name: variable[1] as string, fallback: variable[2] };
  // In particular `${cmd:…}`, which elsewhere runs a shell.
  throw new ServiceError('invalid_server', {
    message: 'a reference is ${secret:NAME}, ${env:NAME}, ${file:PATH}, ${VAR} or ${VAR:-default}',
  });
}

function sourceOf(reference: Reference, { origin, listed, host }: SecretPolicy): SecretSource {
  if (reference.kind !== 'secret') {
    if (origin !== 'operator') {
      throw new ServiceError('secret_not_allowed', {
        message: 'over HTTP a reference may only be ${secret:NAME}, for a NAME listed with --mcp-secret',
      });
    }
    return { kind: reference.kind, name: reference.name, host };
  }
  const source = listed.get(reference.name);
  // One answer for unlisted and for listed elsewhere: which names exist is not told.
  if (source === undefined || source.host !== host) {
    throw new ServiceError('secret_not_allowed', {
      message: `the secret ${reference.name} is not listed for ${host ?? 'local processes'}`,
    });
  }
  return source;
}

function readSecretFile(path: string): string | undefined {
  try {
    // Editors and `echo` end a file with a line feed that is not part of the secret.
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch {
    return undefined;
  }
}
