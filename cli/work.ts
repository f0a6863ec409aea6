// evident work: decides the messages of a NATS stream with questions, a script or a published policy, until it is told to end.

import type { Nats } from '../server/stream/nats.ts';
import type { PolicyPointer } from '../server/stream/policies.ts';
import type { Program, ProgramReading } from '../server/stream/program.ts';
import { type Command, EXIT, note, print, readBytes, readFlags, readText, UsageError } from './command.ts';
import { CREATE_OPTION, NATS_FLAGS, NATS_OPTIONS, readCount, required, withNats } from './nats.ts';
import { KEY_OPTION } from './trust.ts';

const NAME_DEFAULT = 'evident';
const WAIT_MS_MAX = 3_600_000;
const DELIVERIES_MAX = 1_000_000;
// The pointer is asked for, not waited for: what is asked again is missed by no broken connection.
const POLICY_MS = 1_000;
// The same trouble is told once in this time.
const TOLD_MS = 10_000;

export const command: Command = {
  usage:
    'evident work (--questions FILE | --policy NAME) --in SUBJECT --out SUBJECT [--dead SUBJECT] [--partitions N] [--name NAME] [--nats URL] [--create] …',
  options: [
    ['--questions FILE', 'what decides: questions (.json), a script, or an artifact (.wasm) of evident build'],
    [
      '--policy NAME',
      'what decides is what evident publish has stored under this name; a change counts within a second',
    ],
    ['--in SUBJECT', 'where the messages are: each is a state, or the input of a script, as JSON'],
    ['--out SUBJECT', 'where the results go: what the service answers, byte for byte, under an id that never changes'],
    ['--dead SUBJECT', 'where messages go that have no answer, with the reason (the subject of --out, and .dead)'],
    [
      '--partitions N',
      'keep the order of each key: messages are at SUBJECT.PARTITION.KEY, one at a time of each partition',
    ],
    ['--name NAME', `of the consumer; workers of one name share the messages (${NAME_DEFAULT})`],
    ['--pending N', 'messages under way over all workers (1024, at most so)'],
    ['--max-deliver N', 'deliveries without an answer after which a message is dead (10)'],
    ['--ack-wait-ms N', 'milliseconds after which the messages of a worker that is silent go to another (30000)'],
    CREATE_OPTION,
    ...NATS_OPTIONS,
    KEY_OPTION,
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      ...NATS_FLAGS,
      questions: { type: 'string' },
      policy: { type: 'string' },
      in: { type: 'string' },
      out: { type: 'string' },
      dead: { type: 'string' },
      partitions: { type: 'string' },
      name: { type: 'string' },
      pending: { type: 'string' },
      'max-deliver': { type: 'string' },
      'ack-wait-ms': { type: 'string' },
      create: { type: 'boolean' },
      key: { type: 'string' },
    });
    if (positionals.length > 0)
      throw new UsageError(`${positionals[0]} is too much: --questions FILE names what decides`);
    if ((values.questions === undefined) === (values.policy === undefined))
      throw new UsageError('name what decides with --questions FILE or --policy NAME, one of them');
    const input = required('--in', values.in, 'the subject of the messages');
    const output = required('--out', values.out, 'the subject of the results');
    const publicKey = values.key === undefined ? undefined : readText(values.key);
    const { ACK_WAIT_MS_DEFAULT, DELIVERIES_DEFAULT, PARTITIONS_MAX, PENDING_MAX, startWorker } = await import(
      '../server/stream/work.ts'
    );
    const counts = {
      partitions: readCount('--partitions', values.partitions, { min: 1, max: PARTITIONS_MAX, standard: null }),
      pendingMax: readCount('--pending', values.pending, { min: 1, max: PENDING_MAX, standard: PENDING_MAX }),
      deliveriesMax: readCount('--max-deliver', values['max-deliver'], {
        min: 1,
        max: DELIVERIES_MAX,
        standard: DELIVERIES_DEFAULT,
      }),
      ackWaitMs: readCount('--ack-wait-ms', values['ack-wait-ms'], {
        min: 1_000,
        max: WAIT_MS_MAX,
        standard: ACK_WAIT_MS_DEFAULT,
      }),
    };
    const fixed = values.questions === undefined ? null : await openProgram(values.questions, publicKey);
    return withNats(values, async (nats) => {
      const deciding = fixed === null ? await followPolicy(nats, values.policy!, publicKey) : fixedProgram(fixed);
      const worker = await startWorker({
        nats,
        program: deciding.program,
        name: values.name ?? NAME_DEFAULT,
        input,
        output,
        dead: values.dead ?? `${output}.dead`,
        isMade: values.create === true,
        onProblem: oncePer(TOLD_MS),
        ...counts,
      });
      // Who reads that it works may end it at once.
      const told = signalled();
      print(`working on ${input} with ${deciding.program().hash}`);
      const trouble = await Promise.race([told, deciding.failed, nats.connection.closed().then(closedReason)]);
      await worker.drain();
      deciding.end();
      const { answered, refused, repeated } = worker.counts;
      note(`${answered} answered, ${refused} to the dead letters, ${repeated} were stored already`);
      if (trouble === null) return EXIT.ok;
      note(`evident work: ${trouble}`);
      return EXIT.usage;
    });
  },
};

/** What decides, and why nothing may be decided any more. */
interface Deciding {
  readonly program: () => Program;
  readonly failed: Promise<string>;
  end(): void;
}

function fixedProgram(program: Program): Deciding {
  return { program: () => program, failed: new Promise(() => {}), end: () => {} };
}

/** A policy that this version cannot read ends the worker: the one before it must not decide any more. */
async function followPolicy(nats: Nats, name: string, publicKey: string | undefined): Promise<Deciding> {
  const [{ PolicyPointer }, { StreamError }] = await Promise.all([
    import('../server/stream/policies.ts'),
    import('../server/stream/nats.ts'),
  ]);
  const pointer: PolicyPointer = await PolicyPointer.open(nats, name, publicKey);
  let current = await pointer.program(await pointer.hash());
  let fail: (reason: string) => void = () => {};
  const failed = new Promise<string>((resolve) => {
    fail = resolve;
  });
  let isAsking = false;
  const ask = async (): Promise<void> => {
    if (isAsking || !nats.isConnected()) return;
    isAsking = true;
    try {
      const hash = await pointer.hash();
      if (hash === current.hash) return;
      current = await pointer.program(hash);
      note(`policy ${name}: ${hash}`);
    } catch (error) {
      // A broker that does not answer says nothing about the policy.
      if (error instanceof StreamError) fail(error.message);
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(() => void ask(), POLICY_MS);
  return { program: () => current, failed, end: () => clearInterval(timer) };
}

async function openProgram(path: string, publicKey: string | undefined): Promise<Program> {
  const { artifactProgram, questionsProgram, scriptProgram } = await import('../server/stream/program.ts');
  if (publicKey !== undefined && !path.endsWith('.wasm')) throw new UsageError('--key is of artifacts (.wasm)');
  const reading: ProgramReading = await (path.endsWith('.wasm')
    ? artifactProgram(readBytes(path), publicKey)
    : path.endsWith('.json')
      ? questionsProgram(readText(path))
      : scriptProgram((await import('./script.ts')).linkedText(path)));
  if (reading.kind === 'invalid') throw new UsageError(`${path}: ${reading.message}`);
  return reading.program;
}

function signalled(): Promise<null> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(null));
  });
}

function closedReason(error: unknown): string {
  return `the connection has ended${error instanceof Error ? `: ${error.message}` : ''}`;
}

function oncePer(ms: number): (text: string) => void {
  const told = new Map<string, number>();
  return (text) => {
    const at = performance.now();
    // A text names a message, so there may be many; those of long ago are not needed.
    for (const [known, when] of told) if (at - when >= ms) told.delete(known);
    if (told.has(text)) return;
    told.set(text, at);
    note(`evident work: ${text}`);
  };
}
