// Parts: what every view is made of.

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { isAbort, onKeyChange, Refused } from './service.ts';

/** A labelled text of many lines. */
export function TextArea({
  label,
  value,
  onChange,
  rows = 6,
  isCode = false,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  readonly isCode?: boolean;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        class={isCode ? 'code' : ''}
        spellcheck={!isCode}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}

export function Field({
  label,
  value,
  onChange,
  keys = 'text',
  list,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Which keys a phone shows. */
  readonly keys?: 'text' | 'numeric' | 'url';
  readonly list?: readonly string[];
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {list === undefined ? (
        <input id={id} inputMode={keys} value={value} onInput={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {list.map((option) => (
            <option key={option} value={option}>
              {option === '' ? 'any' : option}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

export function Panel({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  return (
    <section class="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}

/** What can be done about an error of the service, by its code. */
const HINTS: Readonly<Record<string, string>> = {
  insufficient_scope: 'Another key is given with the button Key, at the top.',
  log_not_kept:
    'Start the service with evident serve --log FOLDER to keep one, and with --log-bodies too where entries are to be replayed.',
};

/** What went wrong, in words, and what can be done about it; nothing where nothing did. */
export function Problem({ text, code = null }: { readonly text: string | null; readonly code?: string | null }) {
  return (
    <p class="problem" role="alert" hidden={text === null}>
      {text} {code === null ? '' : HINTS[code]}
    </p>
  );
}

export function Outcome({ outcome }: { readonly outcome: string }) {
  return <span class={`outcome ${outcome}`}>{outcome}</span>;
}

/** A bar of a share between 0 and 1. */
export function Bar({ share, label }: { readonly share: number; readonly label: string }) {
  return (
    <span class="bar" role="img" aria-label={label}>
      <span style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
    </span>
  );
}

export function Rows({
  caption,
  head,
  children,
}: {
  readonly caption: string;
  readonly head: readonly string[];
  readonly children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="scroll" tabIndex={0} aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

interface Asking<Value> {
  readonly value: Value | null;
  readonly problem: string | null;
  /** Of the problem, where it has one. */
  readonly code: string | null;
}

const codeOf = (error: Error): string | null => (error instanceof Refused ? error.code : null);

/**
 * What `ask` gives for the latest inputs and the key of the page, once they rest; an older request ends when a newer one begins.
 */
export function useLatest<Value>(
  inputs: readonly unknown[],
  ask: (signal: AbortSignal) => Promise<Value | null>,
  restMs = 200,
): Asking<Value> {
  const [asking, setAsking] = useState<Asking<Value>>({ value: null, problem: null, code: null });
  const [turn, setTurn] = useState(0);
  useEffect(() => onKeyChange(() => setTurn((before) => before + 1)), []);
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      ask(controller.signal).then(
        (value) => controller.signal.aborted || setAsking({ value, problem: null, code: null }),
        (error: Error) =>
          isAbort(error) ||
          controller.signal.aborted ||
          setAsking({ value: null, problem: error.message, code: codeOf(error) }),
      );
    }, restMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [...inputs, turn]);
  return asking;
}

/** A button's work, one at a time, with what went wrong in it. */
export function useWork(): {
  readonly isBusy: boolean;
  readonly problem: string | null;
  /** Of the problem, where it has one. */
  readonly code: string | null;
  readonly work: (job: () => Promise<void>) => void;
} {
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Error | null>(null);
  const busy = useRef(false);
  return {
    isBusy,
    problem: failed?.message ?? null,
    code: failed === null ? null : codeOf(failed),
    work(job) {
      if (busy.current) return;
      busy.current = true;
      setBusy(true);
      setFailed(null);
      job()
        .catch((error: Error) => isAbort(error) || setFailed(error))
        .finally(() => {
          busy.current = false;
          setBusy(false);
        });
    },
  };
}

/** Parsed JSON, or why it is none. */
export function readJson(
  text: string,
): { readonly value: unknown; readonly problem: null } | { readonly value: null; readonly problem: string } {
  try {
    return { value: JSON.parse(text), problem: null };
  } catch (error) {
    return { value: null, problem: `This is not JSON: ${(error as Error).message}` };
  }
}

/** A text as it is, which may be long. */
export function Text({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="text" tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
  );
}

export const grouped = (count: number): string => count.toLocaleString('en-US');
