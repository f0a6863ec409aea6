// evident collect: the results of a NATS stream as lines, for whoever has no consumer; dead letters too.

import { type Command, EXIT, note, print, readFlags, UsageError } from './command.ts';
import { NATS_FLAGS, NATS_OPTIONS, readCount, required, withNats } from './nats.ts';
import { openProgress } from './progress.ts';

export const command: Command = {
  usage: 'evident collect --out SUBJECT [--count N] [--nats URL]',
  options: [
    ['--out SUBJECT', 'where evident work puts them; with .dead, the dead letters'],
    ['--count N', 'wait until there are so many; else those that are there'],
    ...NATS_OPTIONS,
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      ...NATS_FLAGS,
      out: { type: 'string' },
      count: { type: 'string' },
    });
    if (positionals.length > 0) throw new UsageError(`${positionals[0]} is too much: --out SUBJECT names the results`);
    const subject = required('--out', values.out, 'the subject of the results');
    const count = readCount('--count', values.count, { min: 1, max: Number.MAX_SAFE_INTEGER, standard: null });
    return withNats(values, async (nats) => {
      const [{ collect }, { streamOf }, { HEADERS }] = await Promise.all([
        import('../server/stream/submit.ts'),
        import('../server/stream/streams.ts'),
        import('../server/stream/lane.ts'),
      ]);
      const stream = await streamOf(nats, subject, { isMade: false });
      const progress = openProgress();
      const ending = new AbortController();
      const stop = (): void => ending.abort();
      process.once('SIGINT', stop);
      process.once('SIGTERM', stop);
      let printed = 0;
      const options = { stream, subject, count, isEachOnce: true, signal: ending.signal };
      for await (const { id, header, data } of collect(nats, options)) {
        const error = header(HEADERS.error);
        const named: readonly (readonly [string, string | null])[] = [
          ['id', id],
          ['message', header(HEADERS.message)],
          ['program', header(HEADERS.program)],
          ['error', error],
          ['reason', header(HEADERS.reason)],
        ];
        const text = Buffer.from(data).toString('utf8');
        const shown = named.flatMap(([name, value]) => (value === null ? [] : [`"${name}":${JSON.stringify(value)}`]));
        // A result is JSON and stays as it is; a dead letter may be anything.
        print(`{${[...shown, error === null ? `"result":${text}` : `"data":${JSON.stringify(text)}`].join(',')}}`);
        printed += 1;
        if (count !== null) progress.show(printed, count);
      }
      progress.close();
      note(`${printed} collected`);
      return count !== null && printed < count ? EXIT.invalid : EXIT.ok;
    });
  },
};
