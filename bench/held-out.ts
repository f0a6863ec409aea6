// How do the engines do on sets that nobody looked at while writing rules? Counts alone: a sentence that is shown is no longer
// held out. The sets and what they are for: test/golden/held-out/README.md.

import { readFileSync } from 'node:fs';
import { parseJson } from '../grammar/json.ts';
import { explainRoute } from '../server/engines/routing/route.ts';
import { readChatRequest } from '../server/services/routing/wire/chat.ts';
import type { ToolDefinition } from '../server/services/routing/wire/route.ts';
import { goldenPath } from '../test/support/paths.ts';
import { judgeProducts } from '../test/support/products.ts';
import { share, table } from './measure.ts';
import { judgeDenials, tallyTriage } from './triage.ts';

interface Frame {
  readonly tool: unknown;
  readonly sentence: string;
  readonly ordered: boolean;
}

export async function benchHeldOut(): Promise<string> {
  const denials = await judgeDenials(goldenPath('held-out', 'denial.json'));
  const understood = denials.count - denials.misread.length;
  const frames = judgeFrames();
  return table(
    ['set', 'what', 'count', 'share'],
    [
      ...(await triageRows('inbox')),
      ...(await triageRows('triage')),
      [
        'denial',
        'read rightly, of the sentences',
        `${understood} of ${denials.count}`,
        share(understood, denials.count),
      ],
      ...routingRows('routing'),
      ...routingRows('routing-2'),
      ...routingRows('routing-3'),
      ...routingRows('routing-4'),
      ['frames', 'called, of the orders', `${frames.called} of ${frames.orders}`, share(frames.called, frames.orders)],
      [
        'frames',
        'called, of what is no order',
        `${frames.falselyCalled} of ${frames.others}`,
        share(frames.falselyCalled, frames.others),
      ],
    ],
  );
}

function routingRows(set: string): string[][] {
  const judged = judgeProducts(goldenPath('held-out', set));
  const count = (judgement: string): number => judged.filter((one) => one.judgement === judgement).length;
  const callable = judged.filter(({ one }) => one.expect.call !== undefined).length;
  const asks = judged.filter(({ one }) => one.expect.ask !== undefined);
  const named = asks.filter((one) => one.named).length;
  const sent = count('exact') + count('right') + count('wrong');
  const row = (what: string, some: number, all: number): string[] => [set, what, `${some} of ${all}`, share(some, all)];
  return [
    row('called, of the requests for a call', sent, callable),
    row('exact, of the calls', count('exact'), sent),
    row('called, of the requests for none', count('false'), judged.length - callable),
    row('asked for exactly what is missing', named, asks.length),
  ];
}

async function triageRows(name: 'inbox' | 'triage'): Promise<string[][]> {
  const { answers, answerable, decided, right } = await tallyTriage(goldenPath('held-out', name));
  return [
    [name, 'decided, of all answers', `${decided} of ${answers}`, share(decided, answers)],
    [name, 'right, of the decided', `${right} of ${decided}`, share(right, decided)],
    [name, 'rightly decided, of what a person answers', `${right} of ${answerable}`, share(right, answerable)],
  ];
}

function judgeFrames(): {
  readonly orders: number;
  readonly called: number;
  readonly others: number;
  readonly falselyCalled: number;
} {
  const frames = JSON.parse(readFileSync(goldenPath('held-out', 'frames.json'), 'utf8')) as Frame[];
  const calls = (isOrder: boolean): number =>
    frames.filter((frame) => frame.ordered === isOrder && isCalled(frame)).length;
  const orders = frames.filter(({ ordered }) => ordered).length;
  return { orders, called: calls(true), others: frames.length - orders, falselyCalled: calls(false) };
}

function isCalled({ tool, sentence }: Frame): boolean {
  const body = JSON.stringify({
    model: 'evident',
    messages: [{ role: 'user', content: sentence }],
    tools: [{ type: 'function', function: tool }],
  });
  const read = readChatRequest(parseJson(Buffer.from(body)));
  if (read.kind === 'invalid') throw new Error(read.message);
  const tools = read.request.tools.flatMap((one): ToolDefinition[] =>
    one.kind === 'function' ? [one.definition] : [],
  );
  return explainRoute({ ...read.request, tools, now: null }).decision.calls.length > 0;
}
