// Approvals: calls that policies hold for a person.

import type { Json } from '../../../../grammar/json.ts';
import type { ApprovalList, ApprovalRecord } from '../../../services/tools/wire/mcp.ts';
import { Outcome, Panel, Problem, Text, useLatest, useWork } from '../../parts.tsx';
import { ask, askJson, bodyOf } from '../../service.ts';
import { indented, readExact } from './schema.ts';

interface Held {
  readonly record: ApprovalRecord;
  /** With the text of each number, as the tool would get them. */
  readonly given: string;
}

export function Approvals({ turn, again }: { readonly turn: number; readonly again: () => void }) {
  const { value, problem, code } = useLatest(
    [turn],
    async (signal) => {
      const answer = await ask('GET', '/v1/mcp/approvals', { signal });
      const { approvals } = bodyOf(answer) as ApprovalList;
      const exact = listIn(readExact(answer.text).value);
      return Promise.all(
        approvals.map(async (record, at): Promise<Held> => {
          const isLeftOut = record.arguments === null && record.status === 'pending';
          const whole = isLeftOut ? await ask('GET', `/v1/mcp/approvals/${record.id}`, { signal }) : null;
          return { record, given: givenIn(whole === null ? exact[at] : readExact(whole.text).value) };
        }),
      );
    },
    0,
  );
  return (
    <Panel title="Held calls">
      <Problem text={problem} code={code} />
      {value?.length === 0 && <p class="quiet">No call was held for a person.</p>}
      {value?.map((held) => (
        <HeldCall key={held.record.id} held={held} again={again} />
      ))}
    </Panel>
  );
}

function listIn(answer: Json | undefined): readonly Json[] {
  const approvals = answer instanceof Map ? answer.get('approvals') : undefined;
  return Array.isArray(approvals) ? approvals : [];
}

/** The arguments, and what the caller answers to questions of the tool. */
function givenIn(record: Json | undefined): string {
  if (!(record instanceof Map)) return '';
  const answers = record.get('input_responses');
  const given = indented(record.get('arguments') ?? null);
  return answers === undefined ? given : `${given}\n\nAnswers to the tool:\n${indented(answers)}`;
}

function HeldCall({ held: { record, given }, again }: { readonly held: Held; readonly again: () => void }) {
  const { id, status, caller, server, tool, reason, decided_by: by, created_at: from, expires_at: until } = record;
  const { isBusy, problem, code, work } = useWork();
  const decide = (decision: 'approve' | 'deny'): void =>
    work(async () => {
      try {
        await askJson('POST', `/v1/mcp/approvals/${id}`, { decision });
      } finally {
        again();
      }
    });
  return (
    <article class="answer" aria-label={`Held call of ${tool}, ${id}`}>
      <h3>
        {tool} <span class="quiet">{server}</span> <Outcome outcome={status} />
      </h3>
      <p>
        {reason} <span class="quiet">{`Asked by ${caller ?? 'a caller without a key'} at ${atOf(from)}. `}</span>
        <span class="quiet">
          {status === 'pending' ? `It expires at ${atOf(until)}.` : by === null ? '' : `Decided by ${by}.`}
        </span>
      </p>
      <Text label={`Arguments of ${id}`} text={given} />
      {status === 'pending' && (
        <div class="actions">
          <button type="button" class="primary" disabled={isBusy} onClick={() => decide('approve')}>
            Approve this call
          </button>
          <button type="button" disabled={isBusy} onClick={() => decide('deny')}>
            Deny
          </button>
        </div>
      )}
      <Problem text={problem} code={code} />
    </article>
  );
}

const atOf = (time: string): string => `${time.slice(0, 19).replace('T', ' ')} UTC`;
