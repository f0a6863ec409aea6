// Pins: definitions of tools that nobody has approved, each with what of it is new.

import type { ServerRecord, ToolItem } from '../../../services/tools/wire/mcp.ts';
import { Outcome, Panel, Problem, Rows, Text, useLatest, useWork } from '../../parts.tsx';
import { askJson } from '../../service.ts';

export function Pins({ servers, again }: { readonly servers: readonly ServerRecord[]; readonly again: () => void }) {
  const waiting = servers.filter(({ tools_pending, tools_changed }) => tools_pending + tools_changed > 0);
  const counted = waiting.map(({ name, tools_pending, tools_changed, tools_hash }) =>
    [name, tools_pending, tools_changed, tools_hash].join(' '),
  );
  const { value, problem, code } = useLatest(
    [counted.join('\n')],
    async (signal) => {
      const lists = await Promise.all(
        waiting.map(({ name }) =>
          askJson<{ tools: readonly ToolItem[] }>('GET', `/v1/mcp/tools?server=${name}`, undefined, {}, signal),
        ),
      );
      return lists.flatMap(({ tools }) => tools).filter(({ status }) => status === 'pending' || status === 'changed');
    },
    0,
  );
  if (waiting.length === 0) return null;
  return (
    <Panel title="Definitions to approve">
      <Problem text={problem} code={code} />
      {value?.map((tool) => (
        <Pin key={`${tool.qualified_name} ${tool.hash}`} tool={tool} again={again} />
      ))}
    </Panel>
  );
}

function Pin({ tool, again }: { readonly tool: ToolItem; readonly again: () => void }) {
  const { server, name, status, hash, changes = [], flags = [], description, inputSchema } = tool;
  const { isBusy, problem, code, work } = useWork();
  const approve = (): void =>
    work(async () => {
      // With the hash: what is approved is what was shown, also when the server has changed it since.
      await askJson('POST', `/v1/mcp/servers/${server}/approve`, { tools: [{ name, hash }] });
      again();
    });
  return (
    <article class="answer" aria-label={`Definition of ${name}`}>
      <h3>
        {name} <span class="quiet">{server}</span> <Outcome outcome={status} />{' '}
        {flags.map((flag) => (
          <Outcome key={flag} outcome={flag} />
        ))}
      </h3>
      {changes.length > 0 ? (
        <Rows caption={`What of ${name} is another than what was approved`} head={['place', 'was', 'is']}>
          {changes.map(({ path, before, after }) => (
            <tr key={path}>
              <th scope="row">
                <code>{path === '' ? 'all of it' : path}</code>
              </th>
              <td class="before">{shown(before)}</td>
              <td class="after">{shown(after)}</td>
            </tr>
          ))}
        </Rows>
      ) : (
        <Text label={`New definition of ${name}`} text={JSON.stringify({ description, inputSchema }, null, 2)} />
      )}
      <button type="button" disabled={isBusy} onClick={approve} aria-label={`Approve the definition of ${name}`}>
        Approve
      </button>
      <Problem text={problem} code={code} />
    </article>
  );
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}
