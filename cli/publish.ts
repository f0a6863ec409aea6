// evident publish FILE.wasm: stores an artifact at the broker, and lets a policy name it: every worker of the policy decides with it.

import {
  type Command,
  EXIT,
  note,
  onlyArgument,
  print,
  readBytes,
  readFlags,
  readText,
  UsageError,
} from './command.ts';
import { NATS_FLAGS, NATS_OPTIONS, withNats } from './nats.ts';
import { KEY_OPTION } from './trust.ts';

export const command: Command = {
  usage: 'evident publish FILE.wasm [--policy NAME] [--nats URL] [--key FILE]',
  options: [
    ['FILE.wasm', 'an artifact of evident build; its hash, by which each result names it, is printed'],
    ['--policy NAME', 'the policy that is changed (default)'],
    ...NATS_OPTIONS,
    KEY_OPTION,
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      ...NATS_FLAGS,
      policy: { type: 'string' },
      key: { type: 'string' },
    });
    const path = onlyArgument(positionals, 'an artifact');
    const bytes = readBytes(path);
    const { artifactProgram } = await import('../server/stream/program.ts');
    const reading = await artifactProgram(bytes, values.key === undefined ? undefined : readText(values.key));
    if (reading.kind === 'invalid') throw new UsageError(`${path}: ${reading.message}`);
    const { hash } = reading.program;
    return withNats(values, async (nats) => {
      const { POLICY_DEFAULT, publishPolicy } = await import('../server/stream/policies.ts');
      const name = values.policy ?? POLICY_DEFAULT;
      const before = await publishPolicy(nats, { bytes, hash, name });
      print(hash);
      note(before === null || before === hash ? `policy ${name}: ${hash}` : `policy ${name}: ${before} before`);
      return EXIT.ok;
    });
  },
};
