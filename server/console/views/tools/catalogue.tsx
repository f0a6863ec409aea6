// Catalogue: the tools of the registered servers, found by words.

import { useEffect, useState } from 'preact/hooks';
import type { ServerRecord, ToolItem } from '../../../services/tools/wire/mcp.ts';
import { Field, Outcome, Panel, Problem, useLatest } from '../../parts.tsx';
import { askJson } from '../../service.ts';
import { isRecord } from './schema.ts';
import type { Chosen } from './try-it.tsx';

/** Tools in one part of the list. */
const SHOWN_MAX = 100;

interface Listed {
  readonly tools: readonly ToolItem[];
  readonly next_cursor: string | null;
}

export function Catalogue({
  servers,
  turn,
  chosen,
  onChoose,
  wantsExample,
}: {
  readonly servers: readonly ServerRecord[];
  readonly turn: number;
  readonly chosen: Chosen | null;
  readonly onChoose: (server: string, tool: string) => void;
  readonly wantsExample: number;
}) {
  const [server, setServer] = useState('');
  const [words, setWords] = useState('');
  const [cursor, setCursor] = useState<string | null>(null);
  const counted = servers.map(({ name, tools_hash, tools_count }) => `${name} ${tools_hash} ${tools_count}`).join('\n');
  const { value, problem, code } = useLatest([turn, counted, server, words, cursor], (signal) => {
    const query = new URLSearchParams({ detail: 'full', limit: String(SHOWN_MAX) });
    for (const [name, given] of Object.entries({ server, q: words, cursor: cursor ?? '' }))
      if (given !== '') query.set(name, given);
    return askJson<Listed>('GET', `/v1/mcp/tools?${query}`, undefined, {}, signal);
  });
  useEffect(() => {
    if (wantsExample === 0 || chosen !== null) return;
    const first = value?.tools.find(hasArguments);
    if (first !== undefined) onChoose(first.server, first.name);
  }, [wantsExample]);
  const from =
    (set: (text: string) => void) =>
    (text: string): void => {
      set(text);
      setCursor(null);
    };
  return (
    <Panel title="Tools">
      <div class="toolbar">
        <Field
          label="Server"
          value={server}
          onChange={from(setServer)}
          list={['', ...servers.map(({ name }) => name)]}
        />
        <Field label="Words" value={words} onChange={from(setWords)} />
      </div>
      <Problem text={problem} code={code} />
      {value !== null && (
        <ul class="choices" aria-label="Tools found">
          {value.tools.map((tool) => (
            <li key={tool.qualified_name}>
              <button
                type="button"
                aria-pressed={chosen?.server === tool.server && chosen.tool === tool.name}
                onClick={() => onChoose(tool.server, tool.name)}
              >
                <strong>{tool.name}</strong> <span class="quiet">{tool.server}</span>{' '}
                {tool.status !== 'approved' && <Outcome outcome={tool.status} />}
                {!tool.available && <Outcome outcome="not there" />}
                {tool.flags?.map((flag) => (
                  <Outcome key={flag} outcome={flag} />
                ))}
              </button>
            </li>
          ))}
        </ul>
      )}
      {value?.tools.length === 0 && (
        <p class="quiet">{server === '' && words === '' ? 'There are no tools yet.' : 'No tool is like that.'}</p>
      )}
      {(cursor !== null || (value?.next_cursor ?? null) !== null) && (
        <div class="toolbar">
          <button type="button" disabled={cursor === null} onClick={() => setCursor(null)}>
            First tools
          </button>
          <button
            type="button"
            disabled={(value?.next_cursor ?? null) === null}
            onClick={() => setCursor(value?.next_cursor ?? null)}
          >
            More tools
          </button>
        </div>
      )}
    </Panel>
  );
}

function hasArguments({ inputSchema, status, available }: ToolItem): boolean {
  return available && status === 'approved' && isRecord(inputSchema) && isRecord(inputSchema['properties']);
}
