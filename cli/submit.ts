// evident submit FILE.jsonl: the lines of a file as messages of a NATS stream, for whoever has no producer.

import { type Command, EXIT, note, onlyArgument, readBytes, readFlags, UsageError } from './command.ts';
import { CREATE_OPTION, NATS_FLAGS, NATS_OPTIONS, readCount, required, withNats } from './nats.ts';
import { openProgress } from './progress.ts';

export const command: Command = {
  usage:
    'evident submit FILE.jsonl --in SUBJECT [--member NAME] [--id NAME] [--key NAME --partitions N] [--nats URL] [--create]',
  options: [
    ['FILE.jsonl', 'a message in each line; - for standard input'],
    ['--in SUBJECT', 'where evident work takes them'],
    ['--member NAME', 'only this member of each line is the message: state, for the lines of evident decide --batch'],
    [
      '--id NAME',
      'the member that names a message; else its bytes do, and how often they came before in the file: a file that is submitted again within the window of the stream adds nothing',
    ],
    ['--key NAME', 'the member whose messages keep their order'],
    ['--partitions N', 'as evident work has it'],
    CREATE_OPTION,
    ...NATS_OPTIONS,
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      ...NATS_FLAGS,
      in: { type: 'string' },
      member: { type: 'string' },
      id: { type: 'string' },
      key: { type: 'string' },
      partitions: { type: 'string' },
      create: { type: 'boolean' },
    });
    const path = onlyArgument(positionals, 'a file of lines');
    const subject = required('--in', values.in, 'the subject of the messages');
    if ((values.key === undefined) !== (values.partitions === undefined))
      throw new UsageError('--key and --partitions go together');
    const [{ PARTITIONS_MAX }, { readMessages, submit }, { subjectProblem }, { streamOf }, { StreamError }] =
      await Promise.all([
        import('../server/stream/work.ts'),
        import('../server/stream/submit.ts'),
        import('../server/stream/subjects.ts'),
        import('../server/stream/streams.ts'),
        import('../server/stream/nats.ts'),
      ]);
    const partitions = readCount('--partitions', values.partitions, { min: 1, max: PARTITIONS_MAX, standard: 1 });
    const problem = subjectProblem(subject, false);
    if (problem !== null) throw new UsageError(`--in ${problem}`);
    const key = values.key === undefined ? null : { member: values.key, partitions };
    const options = { subject, member: values.member ?? null, id: values.id ?? null, key };
    let messages: ReturnType<typeof readMessages>;
    try {
      messages = readMessages(linesOf(readBytes(path)), options);
    } catch (error) {
      if (!(error instanceof StreamError)) throw error;
      note(`${path}: ${error.message}`);
      return EXIT.invalid;
    }
    return withNats(values, async (nats) => {
      await streamOf(nats, key === null ? subject : `${subject}.>`, { isMade: values.create === true });
      const progress = openProgress();
      const { stored, repeated } = await submit(nats, messages, {
        key,
        onStored: (count) => progress.show(count, messages.length),
      });
      progress.close();
      note(`${stored} submitted, ${repeated} were there already`);
      return EXIT.ok;
    });
  },
};

const NEWLINE = 0x0a;

function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, from);
    const to = end < 0 ? bytes.length : end;
    lines.push(bytes.subarray(from, bytes[to - 1] === 0x0d ? to - 1 : to));
    from = to + 1;
  }
  return lines;
}
