// Does the service stay as small as it is for as long as it runs? A server of its own, with its defaults, answers known decisions,
// new questions, rules and bodies of 1 MiB in turn for ten minutes; after each minute its resident memory is read (Linux says it).
// Usage: npm run bench -- soak, or node dist/bench/soak.js MINUTES.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { measureRate } from './load.ts';
import { table } from './measure.ts';
import { listening } from './siege.ts';
import { TICKET_BODIES, TICKET_BODY } from './ticket.ts';

const MINUTES = 10;
/** What the client allows. */
const RESIDENT_MAX_MB = 400;
/** By then V8's heaps and the threads have grown to their size: what comes after is growth. */
const GROWN_UP_MINUTES = 2;

const SLICE_SECONDS = 15;
const NEW_SETS = 32;

const RULE = JSON.stringify({
  script: '(let [total (* (:price input) (:qty input))] {:total total :discount (if (> total 100) (* total 0.1) 0)})',
  input: { price: 19.99, qty: 7 },
});

const LARGE = JSON.stringify({
  state: 'The order 4711 arrived on Tuesday, but the box was open. '.repeat(18_000),
  questions: { q: { type: 'choice', criteria: { returns: 'broken, open', delivery: 'late, not arrived' } } },
});

interface Slice {
  readonly path: string;
  readonly connections: number;
  bodies(number: number): readonly string[];
}

/** What is sent in a minute, a quarter of it each. */
const SLICES: readonly Slice[] = [
  { path: '/v1/systemone', connections: 16, bodies: () => TICKET_BODIES },
  {
    path: '/v1/systemone',
    connections: 8,
    bodies: (number) =>
      Array.from({ length: NEW_SETS }, (_, at) => TICKET_BODY.replaceAll('parcel', `parcel ${number} ${at}`)),
  },
  { path: '/v1/scripts/run', connections: 64, bodies: () => [RULE] },
  { path: '/v1/systemone', connections: 2, bodies: () => [LARGE] },
];

export async function benchSoak(minutes = MINUTES): Promise<string> {
  const server = spawn(
    process.execPath,
    [fileURLToPath(new URL('../server/main.js', import.meta.url)), '--port', '0', '--data', ':memory:'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const url = await listening(server);
    const rows: string[][] = [];
    const resident: number[] = [];
    for (let minute = 1; minute <= minutes; minute += 1) {
      let answered = 0;
      for (const { path, connections, bodies } of SLICES)
        answered += SLICE_SECONDS * (await measureRate(url + path, bodies(minute), SLICE_SECONDS, { connections }));
      const { nowMb, peakMb } = residentOf(server.pid!);
      resident.push(nowMb);
      rows.push([String(minute), Math.round(answered).toString(), `${nowMb} MB`, `${peakMb} MB`]);
    }
    const grown = resident.at(-1)! - resident[Math.min(GROWN_UP_MINUTES, resident.length) - 1]!;
    return [
      table(['minute', 'answers', 'resident', 'at most so far'], rows),
      `Grown by ${grown} MB since minute ${GROWN_UP_MINUTES}; at most ${RESIDENT_MAX_MB} MB are allowed.`,
    ].join('\n\n');
  } finally {
    server.kill('SIGTERM');
  }
}

function residentOf(pid: number): { readonly nowMb: number; readonly peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string): number =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024);
  return { nowMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(await benchSoak(Number(process.argv[2] ?? MINUTES)));
