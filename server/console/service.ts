// Service: how the page talks to the service.
// In: a method, a path, a body. Out: status, headers and text of the answer. A key is asked for when the service wants one, kept for
// this tab alone, and sent with everything that follows.

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array;
}

const KEY_NAME = 'evident-key';
/** Where the service is; empty where it serves the page itself. */
const BASE = document.querySelector<HTMLMetaElement>('meta[name="evident-service"]')?.content ?? '';

/** What is known of the key: nothing while no answer to it has come. */
export type KeyStanding = 'none' | 'untried' | 'accepted' | 'refused';

let key: string | null = sessionStorage.getItem(KEY_NAME);
let standing: KeyStanding = key === null ? 'none' : 'untried';
let askForKey: (why: string) => Promise<string | null> = async () => null;

/** Who asks a person for a key; null when they do not want to give one. */
export function onKeyWanted(ask: typeof askForKey): void {
  askForKey = ask;
}

const listeners = new Set<() => void>();
const standingListeners = new Set<(standing: KeyStanding) => void>();

export const keyStanding = (): KeyStanding => standing;

/** Calls when something else is known of the key; answers how to stop that. */
export function onKeyStanding(listener: (standing: KeyStanding) => void): () => void {
  standingListeners.add(listener);
  return () => {
    standingListeners.delete(listener);
  };
}

function standAs(next: KeyStanding): void {
  if (next === standing) return;
  standing = next;
  standingListeners.forEach((listener) => listener(next));
}

/** Calls when the key is another than before; answers how to stop that. */
export function onKeyChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function keepKey(given: string | null): void {
  if (given !== key) {
    queueMicrotask(() => listeners.forEach((listener) => listener()));
    standAs(given === null ? 'none' : 'untried');
  }
  key = given;
  if (given === null) sessionStorage.removeItem(KEY_NAME);
  else sessionStorage.setItem(KEY_NAME, given);
}

interface Asked {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export async function ask(method: string, path: string, asked: Asked = {}): Promise<Answer> {
  const { body, headers = {}, signal } = asked;
  const sent = key;
  const response = await reach(`${BASE}${path}`, {
    method,
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(sent === null ? {} : { authorization: `Bearer ${sent}` }),
      ...headers,
    },
    cache: 'no-store',
    credentials: 'omit',
  });
  // Other failures may have come before the key was looked at.
  if (sent !== null && sent === key && (response.ok || response.status === 401))
    standAs(response.ok ? 'accepted' : 'refused');
  if (response.status === 401) {
    // Another request may have asked meanwhile.
    const given =
      key !== sent
        ? key
        : await askForKey(sent === null ? 'This service asks for a key.' : 'This key is not accepted.');
    if (given !== null) {
      keepKey(given);
      return ask(method, path, asked);
    }
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) };
}

/** fetch, whose own words for a service that cannot be reached say nothing to a person. */
async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (isAbort(error)) throw error;
    const other = BASE === '' ? '' : ` Its operator names this page with --cors-origin ${location.origin}.`;
    throw new Error(`The service at ${BASE === '' ? location.origin : BASE} cannot be reached.${other}`);
  }
}

export class Refused extends Error {
  readonly status: number;
  readonly body: unknown;
  /** Of the families whose errors have one. */
  readonly code: string | null;
  constructor(status: number, body: unknown) {
    super(memberOf(body, 'message') ?? `The service answered ${status}.`);
    this.status = status;
    this.body = body;
    this.code = memberOf(body, 'code');
  }
}

/** The body of an answer that is a success; throws Refused for the others. */
export async function askJson<Body>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
  signal?: AbortSignal,
): Promise<Body> {
  const answer = await ask(method, path, {
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(headers === undefined ? {} : { headers }),
    ...(signal === undefined ? {} : { signal }),
  });
  return bodyOf(answer) as Body;
}

export function bodyOf({ status, text }: Answer): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Refused(status, { error: `The service answered ${status} without JSON.` });
  }
  if (status >= 400) throw new Refused(status, body);
  return body;
}

/** A member of the error in a body of any family; an error that is a text is the message itself. */
function memberOf(body: unknown, name: 'message' | 'code'): string | null {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null;
  const { error } = body;
  if (typeof error === 'string') return name === 'message' ? error : null;
  const member = typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : null;
  return typeof member === 'string' ? member : null;
}

/** Whether a failure is only that a newer request took the place of an older one. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
