// Toolbar: the row of buttons above a view. First its own, then its example and a link to it, then what was done.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Problem, useWork } from './parts.tsx';
import { share } from './share.ts';

export function Toolbar({
  view,
  data,
  onExample,
  children,
}: {
  readonly view: string;
  /** What a link carries, and gives the view back where it is followed. */
  readonly data: unknown;
  /** Fills the view; what it answers is told beside the buttons. */
  readonly onExample: () => undefined | Promise<string>;
  readonly children?: ComponentChildren;
}) {
  const [note, setNote] = useState('');
  const { isBusy, problem, work } = useWork();
  return (
    <>
      <div class="toolbar">
        {children}
        <button type="button" disabled={isBusy} onClick={() => work(async () => setNote((await onExample()) ?? ''))}>
          Example
        </button>
        <button type="button" disabled={isBusy} onClick={() => work(async () => setNote(await share(view, data)))}>
          Share as link
        </button>
        <span role="status">{note}</span>
      </div>
      <Problem text={problem} />
    </>
  );
}
