// How many requests a second does the service answer, beside a bare Fastify route that parses and echoes JSON?

import Fastify from 'fastify';
import { Agent, request } from 'node:http';
import { startServer } from '../server/start.ts';
import { readConfig } from '../server/config.ts';
import { median, table } from './measure.ts';

const CONNECTIONS = 16;
const SECONDS = 2;
const ROUNDS = 3;

const SYSTEM_ONE = JSON.stringify({
  state: { subject: 'Refund please', message: 'I was charged twice for my order last week and would like a refund.', tier: 'gold' },
  questions: {
    team: { type: 'choice', instructions: { question: 'Which team?' }, criteria: { billing: 'refund, charged twice, invoice', technical: 'error, crash, bug', sales: 'upgrade, quote' } },
    urgent: { type: 'noul', instructions: { question: 'Urgent?' }, criteria: { true: 'immediately, urgent, asap', false: 'no hurry, whenever' } },
  },
});

const SCRIPT_RUN = JSON.stringify({
  script: '(let [total (* (:price input) (:qty input))] {:total total :discount (if (> total 100) (* total 0.1) 0)})',
  input: { price: 19.99, qty: 7 }, fuel: 10_000,
});

export async function benchService(): Promise<string> {
  const reading = readConfig(['--port', '0', '--data', ':memory:'], {});
  if (reading.kind !== 'ok') throw new Error('the configuration is wrong');
  const server = await startServer(reading.config);
  const bare = Fastify();
  bare.post('/echo', async (incoming) => incoming.body);
  const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });
  try {
    const subjects = [
      { name: 'bare Fastify route', url: `${bareUrl}/echo`, body: SYSTEM_ONE },
      { name: 'POST /v1/systemone, 2 questions', url: `${server.url}/v1/systemone`, body: SYSTEM_ONE },
      { name: 'POST /v1/scripts/run', url: `${server.url}/v1/scripts/run`, body: SCRIPT_RUN },
    ];
    const rates = subjects.map((): number[] => []);
    for (const subject of subjects) await load(subject.url, subject.body, 0.5);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, { url, body }] of subjects.entries()) rates[index]!.push(await load(url, body, SECONDS));
    }
    const base = median(rates[0]!);
    return table(['route', 'requests a second', '÷ bare route'],
      subjects.map(({ name }, index) => [name, Math.round(median(rates[index]!)).toString(), (median(rates[index]!) / base).toFixed(2)]));
  } finally {
    await bare.close();
    await server.close();
  }
}

/** Requests a second over kept-alive connections; the load runs in this process too, so ratios are what counts. */
export async function load(url: string, body: string, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const started = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, async () => {
    while (performance.now() < end) {
      await post(agent, url, body);
      done += 1;
    }
  }));
  const rate = done / ((performance.now() - started) / 1000);
  agent.destroy();
  return rate;
}

function post(agent: Agent, url: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume();
      response.on('end', resolve);
    });
    call.on('error', reject);
    call.end(body);
  });
}
