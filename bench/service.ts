// How many requests a second does the service answer, beside a bare Fastify route that parses and echoes JSON? And how
// long does one take when there is no crowd? The clients run in a process of their own.

import Fastify from 'fastify';
import { readConfig } from '../server/config.ts';
import { boundHeap } from '../server/heap.ts';
import { startServer } from '../server/start.ts';
import { measureLatency, measureRate } from './load.ts';
import { duration, median, table } from './measure.ts';
import { TICKET_BODIES, TICKET_BODY } from './ticket.ts';

const SECONDS = 2;
const ROUNDS = 3;
const LATENCIES = 2000;

const SHORT_STATE = {
  subject: 'Refund please',
  message: 'I was charged twice for my order last week and would like a refund.',
  tier: 'gold',
};

const TWO_QUESTIONS = {
  team: {
    type: 'choice',
    instructions: { question: 'Which team?' },
    criteria: { billing: 'refund, charged twice, invoice', technical: 'error, crash, bug', sales: 'upgrade, quote' },
  },
  urgent: {
    type: 'noul',
    instructions: { question: 'Urgent?' },
    criteria: { true: 'immediately, urgent, asap', false: 'no hurry, whenever' },
  },
};

const SHORT_BODY = JSON.stringify({ state: SHORT_STATE, questions: TWO_QUESTIONS });

const THREE_BODY = JSON.stringify({
  state: SHORT_STATE,
  questions: {
    ...TWO_QUESTIONS,
    tone: { type: 'choice', criteria: { angry: 'angry, furious, unacceptable', polite: 'please, thank you' } },
  },
});

/** As large as a body may be, within a few bytes. */
const LARGE_BODY = JSON.stringify({
  state: 'The order 4711 arrived on Tuesday, but the box was open. '.repeat(18_000),
  questions: TWO_QUESTIONS,
});

const SCRIPT_RUN = JSON.stringify({
  script: '(let [total (* (:price input) (:qty input))] {:total total :discount (if (> total 100) (* total 0.1) 0)})',
  input: { price: 19.99, qty: 7 },
  fuel: 10_000,
});

/** Ten tools of two parameters each, and a request for one of them. */
const CHAT_BODY = JSON.stringify({
  messages: [{ role: 'user', content: 'What is the weather in Oslo?' }],
  tools: ['weather', 'traffic', 'tide', 'pollen', 'exchange rate', 'train', 'recipe', 'song', 'museum', 'holiday'].map(
    (noun) => ({
      type: 'function',
      function: {
        name: `get_${noun.replace(' ', '_')}`,
        description: `Get the ${noun} of a place.`,
        parameters: {
          type: 'object',
          properties: {
            city: { type: 'string', description: 'Name of the city' },
            detail: { type: 'string', enum: ['short', 'long'] },
          },
          required: ['city'],
        },
      },
    }),
  ),
});

/** The same as lines of one body. */
const BATCH_ITEMS = 25;
const BATCH_BODY = batchOf(TICKET_BODIES);
const SHORT_BATCH_BODY = batchOf([SHORT_BODY]);

function batchOf(bodies: readonly string[]): string {
  const asked = bodies.map((body) => JSON.parse(body) as { readonly state: unknown; readonly questions: unknown });
  const states = Array.from({ length: BATCH_ITEMS }, (_, at) => ({ state: asked[at % asked.length]!.state }));
  return [{ questions: asked[0]!.questions }, ...states].map((line) => JSON.stringify(line)).join('\n');
}

export async function benchService(): Promise<string> {
  const reading = readConfig(['--port', '0', '--data', ':memory:'], {});
  if (reading.kind !== 'ok') throw new Error('the configuration is wrong');
  // As the service's process does.
  boundHeap();
  const server = await startServer(reading.config);
  const bare = Fastify();
  bare.post('/echo', async (incoming) => incoming.body);
  const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });
  try {
    const subjects = [
      { name: 'bare Fastify route, 0.5 KB', url: `${bareUrl}/echo`, bodies: [SHORT_BODY] },
      { name: `bare Fastify route, ${kilobytes(TICKET_BODY)} KB`, url: `${bareUrl}/echo`, bodies: TICKET_BODIES },
      { name: 'POST /v1/systemone, 2 questions, short state', url: `${server.url}/v1/systemone`, bodies: [SHORT_BODY] },
      {
        name: `POST /v1/systemone, 8 questions, 2 KB state (body ${kilobytes(TICKET_BODY)} KB)`,
        url: `${server.url}/v1/systemone`,
        bodies: TICKET_BODIES,
      },
      {
        name: `POST /v1/chat/completions, 10 tools (body ${kilobytes(CHAT_BODY)} KB)`,
        url: `${server.url}/v1/chat/completions`,
        bodies: [CHAT_BODY],
      },
      { name: 'POST /v1/scripts/run', url: `${server.url}/v1/scripts/run`, bodies: [SCRIPT_RUN] },
      {
        name: `POST /v1/systemone/batch, ${BATCH_ITEMS} of the short states in a request, by state`,
        url: `${server.url}/v1/systemone/batch`,
        bodies: [SHORT_BATCH_BODY],
        items: BATCH_ITEMS,
      },
      {
        name: `POST /v1/systemone/batch, ${BATCH_ITEMS} of the 2 KB states in a request, by state`,
        url: `${server.url}/v1/systemone/batch`,
        bodies: [BATCH_BODY],
        items: BATCH_ITEMS,
      },
    ];
    const rates = subjects.map((): number[] => []);
    // The clients are another process: what this one uses is the server's.
    const processor = subjects.map((): number[] => []);
    for (const { url, bodies } of subjects) await measureRate(url, bodies, 1);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, { url, bodies, items = 1 }] of subjects.entries()) {
        const before = process.cpuUsage();
        const rate = items * (await measureRate(url, bodies, SECONDS));
        const { user, system } = process.cpuUsage(before);
        rates[index]!.push(rate);
        processor[index]!.push((user + system) / (rate * SECONDS));
      }
    }
    const base = median(rates[0]!);
    const rows: string[][] = [];
    for (const [index, { name, url, bodies, items = 1 }] of subjects.entries()) {
      const { p50Microseconds, p99Microseconds } = await measureLatency(url, bodies, LATENCIES / items);
      const rate = median(rates[index]!);
      rows.push([
        name,
        Math.round(rate).toString(),
        (rate / base).toFixed(2),
        duration(median(processor[index]!)),
        duration(p50Microseconds),
        duration(p99Microseconds),
      ]);
    }
    const routes = table(
      ['route', 'requests a second', '÷ first row', 'processor, a request', 'p50, one at a time', 'p99'],
      rows,
    );
    return [routes, await benchCrowds(server.url, bareUrl), await benchLarge(server.url)].join('\n\n');
  } finally {
    await bare.close();
    await server.close();
  }
}

const CROWDS = [16, 64, 256];

/** Small work beside the bare route, by how many connections ask at once. */
async function benchCrowds(url: string, bareUrl: string): Promise<string> {
  const subjects = [
    { url: `${bareUrl}/echo`, body: THREE_BODY },
    { url: `${url}/v1/scripts/run`, body: SCRIPT_RUN },
    { url: `${url}/v1/systemone`, body: THREE_BODY },
  ];
  for (const subject of subjects) await measureRate(subject.url, [subject.body], 1);
  const rows: string[][] = [];
  for (const connections of CROWDS) {
    const rates = subjects.map((): number[] => []);
    const processor = subjects.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, subject] of subjects.entries()) {
        const before = process.cpuUsage();
        const rate = await measureRate(subject.url, [subject.body], SECONDS, { connections });
        const { user, system } = process.cpuUsage(before);
        rates[index]!.push(rate);
        processor[index]!.push((user + system) / (rate * SECONDS));
      }
    }
    const [bare, run, decide] = rates.map(median) as [number, number, number];
    const [ofBare, ofRun, ofDecide] = processor.map(median) as [number, number, number];
    const beside = (rate: number, used: number): string[] => [
      (rate / bare).toFixed(2),
      duration(used),
      (ofBare / used).toFixed(2),
    ];
    rows.push([
      String(connections),
      Math.round(bare).toString(),
      duration(ofBare),
      ...beside(run, ofRun),
      ...beside(decide, ofDecide),
    ]);
  }
  const subject = (name: string): string[] => [`${name} ÷ bare`, 'processor', 'bare ÷ that'];
  return table(
    [
      'connections',
      'bare, requests a second',
      'processor, a request',
      ...subject('`/v1/scripts/run`'),
      ...subject('`/v1/systemone`, 3 questions'),
    ],
    rows,
  );
}

const LARGE_CLIENTS = 2;
const LARGE_SECONDS = 10;
const BESIDE_LARGE = 1000;

/** What the largest bodies of two clients do to a third, who sends one small decision after the other. */
async function benchLarge(url: string): Promise<string> {
  const small = (): ReturnType<typeof measureLatency> =>
    measureLatency(`${url}/v1/systemone`, [SHORT_BODY], BESIDE_LARGE);
  const alone = await small();
  const [rate, beside] = await Promise.all([
    measureRate(`${url}/v1/systemone`, [LARGE_BODY], LARGE_SECONDS, { connections: LARGE_CLIENTS }),
    small(),
  ]);
  const row = (name: string, { p50Microseconds, p99Microseconds }: Awaited<typeof alone>): string[] => [
    name,
    duration(p50Microseconds),
    duration(p99Microseconds),
    (p99Microseconds / alone.p99Microseconds).toFixed(1),
  ];
  return table(
    ['a decision of 2 questions, one after the other', 'p50', 'p99', 'p99 ÷ alone'],
    [
      row('alone', alone),
      row(
        `beside ${LARGE_CLIENTS} clients with bodies of ${(LARGE_BODY.length / 2 ** 20).toFixed(2)} MiB, ${rate.toFixed(0)} a second`,
        beside,
      ),
    ],
  );
}

function kilobytes(body: string): string {
  return (Buffer.byteLength(body) / 1000).toFixed(1);
}
