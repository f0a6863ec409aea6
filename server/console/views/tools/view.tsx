// Tools: the registered servers, their tools, and what is done with them.
// In: nothing but the service. Out: servers with their state, tools with a form to try each, definitions and calls that wait for a
// person, and the latest rows of the audit. Each part asks for itself, so a key that may not see one still sees the others.

import { useEffect, useState } from 'preact/hooks';
import type { ServerRecord } from '../../../services/tools/wire/mcp.ts';
import { Problem, useLatest } from '../../parts.tsx';
import { askJson } from '../../service.ts';
import { sharedTexts } from '../../share.ts';
import { Toolbar } from '../../toolbar.tsx';
import { Approvals } from './approvals.tsx';
import { Audit } from './audit.tsx';
import { Catalogue } from './catalogue.tsx';
import { Pins } from './pins.tsx';
import { Servers } from './servers.tsx';
import { type Chosen, TryIt } from './try-it.tsx';

/** A server that is being reached is looked at again so often. */
const AGAIN_MS = 1_000;

export function Tools({ data }: { readonly data: unknown }) {
  const first = sharedTexts(data, 'server', 'tool', 'arguments');
  const [turn, setTurn] = useState(0);
  const [chosen, setChosen] = useState<Chosen | null>(
    first === null ? null : { server: first.server, tool: first.tool, arguments: first.arguments },
  );
  const [wantsExample, setWantsExample] = useState(0);
  const again = (): void => setTurn((before) => before + 1);
  const servers = useLatest(
    [turn],
    async (signal) =>
      (await askJson<{ servers: readonly ServerRecord[] }>('GET', '/v1/mcp/servers', undefined, {}, signal)).servers,
    0,
  );
  const isMoving = servers.value?.some(({ status }) => status === 'connecting' || status === 'restarting') === true;
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setTimeout(again, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isMoving, turn]);
  return (
    <div class="view">
      <Toolbar
        view="tools"
        data={chosen === null ? {} : { server: chosen.server, tool: chosen.tool, arguments: chosen.arguments ?? '' }}
        onExample={() => {
          setWantsExample((before) => before + 1);
          return undefined;
        }}
      >
        <button type="button" onClick={again}>
          Refresh
        </button>
      </Toolbar>
      <Problem text={servers.problem} code={servers.code} />
      {servers.value !== null && (
        <>
          <Servers servers={servers.value} again={again} wantsExample={wantsExample} />
          <Pins servers={servers.value} again={again} />
          <div class="columns">
            <Catalogue
              servers={servers.value}
              turn={turn}
              chosen={chosen}
              onChoose={(server, tool) => setChosen({ server, tool, arguments: null })}
              wantsExample={wantsExample}
            />
            {chosen !== null && (
              <TryIt
                key={`${chosen.server} ${chosen.tool}`}
                chosen={chosen}
                onArguments={(text) => setChosen({ ...chosen, arguments: text })}
                again={again}
                wantsExample={wantsExample}
              />
            )}
          </div>
        </>
      )}
      <Approvals turn={turn} again={again} />
      <Audit turn={turn} />
    </div>
  );
}
