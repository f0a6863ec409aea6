// Servers: the registered tool servers, how each is and why.

import { useEffect, useState } from 'preact/hooks';
import type { ServerRecord } from '../../../services/tools/wire/mcp.ts';
import { SERVER_EXAMPLE } from '../../examples.ts';
import { grouped, Outcome, Panel, Problem, Rows, readJson, Text, TextArea, useWork } from '../../parts.tsx';
import { ask, askJson, bodyOf } from '../../service.ts';

export function Servers({
  servers,
  again,
  wantsExample,
}: {
  readonly servers: readonly ServerRecord[];
  readonly again: () => void;
  readonly wantsExample: number;
}) {
  const [record, setRecord] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { isBusy, problem, code, work } = useWork();
  useEffect(() => {
    if (wantsExample === 0 || servers.length > 0) return;
    setRecord(SERVER_EXAMPLE);
    setOpen(true);
  }, [wantsExample]);
  const register = (): void =>
    work(async () => {
      const read = readJson(record);
      if (read.problem !== null) throw new Error(read.problem);
      bodyOf(await ask('POST', '/v1/mcp/servers', { body: record }));
      setRecord('');
      setOpen(false);
      again();
    });
  return (
    <Panel title="Servers">
      {servers.length === 0 ? (
        <p class="quiet">
          No tool server is registered. Local programs are named in a file (evident serve --mcp-config FILE), servers
          with an address are added here.
        </p>
      ) : (
        <Rows caption="Registered tool servers" head={['server', 'status', '']}>
          {servers.map((server) => (
            <ServerRow key={server.name} server={server} again={again} />
          ))}
        </Rows>
      )}
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Add a server</summary>
        <TextArea label="A server, or the file of an MCP client" value={record} onChange={setRecord} rows={6} isCode />
        <button type="button" class="primary" disabled={isBusy} onClick={register}>
          Register
        </button>
        <Problem text={problem} code={code} />
      </details>
    </Panel>
  );
}

function ServerRow({ server, again }: { readonly server: ServerRecord; readonly again: () => void }) {
  const { name, description, status, status_reason: reason, last_error: failed, warnings, transport } = server;
  const { isBusy, problem, code, work } = useWork();
  const post = (what: 'refresh' | 'restart'): void =>
    work(async () => {
      try {
        await askJson('POST', `/v1/mcp/servers/${name}/${what}`);
      } finally {
        again();
      }
    });
  return (
    <tr>
      <th scope="row">
        {name}
        {description !== '' && <p class="quiet">{description}</p>}
        <p class="quiet hash">
          {[transport, server.url ?? server.command, server.protocol.version]
            .filter((part) => part != null)
            .join(' · ')}
        </p>
      </th>
      <td>
        <Outcome outcome={status} /> {grouped(server.tools_count)} {server.tools_count === 1 ? 'tool' : 'tools'}
        {server.tools_pending + server.tools_changed > 0 &&
          `, ${grouped(server.tools_pending + server.tools_changed)} of them to approve`}
        {reason !== null && <p>{reason}</p>}
        {failed !== null && (
          <details>
            <summary>Last error</summary>
            <p>
              <code>{failed.code}</code> {failed.message} ({failed.at.slice(0, 19).replace('T', ' ')} UTC)
            </p>
            {failed.stderr !== undefined && <Text label={`What ${name} wrote`} text={failed.stderr} />}
          </details>
        )}
        {server.next_retry_at !== null && <p>The next attempt is at {server.next_retry_at.slice(11, 19)} UTC.</p>}
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
      </td>
      <td>
        <div class="actions">
          <button type="button" disabled={isBusy} onClick={() => post('refresh')} aria-label={`Refresh ${name}`}>
            Refresh
          </button>
          <button type="button" disabled={isBusy} onClick={() => post('restart')} aria-label={`Restart ${name}`}>
            Restart
          </button>
        </div>
        <Problem text={problem} code={code} />
      </td>
    </tr>
  );
}
