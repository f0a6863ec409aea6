// Audit: the latest rows of what was done with tool servers and keys.

import { useState } from 'preact/hooks';
import { AUDIT_EVENTS } from '../../../services/tools/wire/audit-events.ts';
import { Field, Panel, Problem, Rows, useLatest } from '../../parts.tsx';
import { askJson } from '../../service.ts';

const SHOWN_MAX = 25;
/** What a row may be of; the empty one is any. */
const EVENTS = ['', ...AUDIT_EVENTS] as const;

interface Row {
  readonly seq: number;
  readonly time: string;
  readonly event: string;
  readonly key: string | null;
  readonly server?: string | null;
  readonly tool?: string;
  readonly outcome?: string;
  readonly status?: string;
  readonly duration_ms?: number;
  readonly guards?: readonly { readonly policy: string; readonly phase: string; readonly verdict: string }[];
}

export function Audit({ turn }: { readonly turn: number }) {
  const [event, setEvent] = useState('');
  const [key, setKey] = useState('');
  const [before, setBefore] = useState<number | null>(null);
  const { value, problem, code } = useLatest([turn, event, key, before], (signal) => {
    const query = new URLSearchParams({ order: 'newest', limit: String(SHOWN_MAX) });
    for (const [name, given] of Object.entries({ event, key, before: before === null ? '' : String(before) }))
      if (given !== '') query.set(name, given);
    return askJson<{ rows: readonly Row[]; next: number | null }>('GET', `/v1/audit?${query}`, undefined, {}, signal);
  });
  const from =
    (set: (text: string) => void) =>
    (text: string): void => {
      set(text);
      setBefore(null);
    };
  return (
    <Panel title="Audit">
      <div class="toolbar">
        <Field label="Event" value={event} onChange={from(setEvent)} list={EVENTS} />
        <Field label="Key" value={key} onChange={from(setKey)} />
      </div>
      <Problem text={problem} code={code} />
      {value !== null && (
        <>
          <Rows caption="The newest first" head={['row', 'time (UTC)', 'event', 'key', 'of', 'outcome', 'policies']}>
            {value.rows.map((row) => (
              <tr key={row.seq}>
                <th scope="row">{row.seq}</th>
                <td>{row.time.slice(0, 19).replace('T', ' ')}</td>
                <td>{row.event}</td>
                <td>{row.key}</td>
                <td>{[row.server, row.tool].filter((name) => name != null).join(' ')}</td>
                <td>
                  {row.outcome ?? row.status} {row.duration_ms !== undefined && `${row.duration_ms} ms`}
                </td>
                <td>
                  {row.guards?.map(({ policy, phase, verdict }) => `${policy} (${phase}): ${verdict}`).join(', ')}
                </td>
              </tr>
            ))}
          </Rows>
          {value.rows.length === 0 && (
            <p class="quiet">{event === '' && key === '' ? 'Nothing was done yet.' : 'No row is like that.'}</p>
          )}
          <div class="toolbar">
            <button type="button" disabled={before === null} onClick={() => setBefore(null)}>
              Newest rows
            </button>
            <button type="button" disabled={value.next === null} onClick={() => setBefore(value.next)}>
              Older rows
            </button>
          </div>
        </>
      )}
    </Panel>
  );
}
