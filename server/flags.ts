// Flags: the words behind a command.
// In: the words, and which flags there are. Out: the flags' values and the words that are none, or one sentence that says
// what is wrong. Node's parser only takes the words apart: what it says of a wrong one takes three lines, and `--fuel -1`
// it does not read at all.

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { suggest } from '../compiler/suggest.ts';

export type FlagOptions = NonNullable<ParseArgsConfig['options']>;

type Parsed<O extends FlagOptions> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

export type FlagsReading<O extends FlagOptions> =
  | { readonly kind: 'ok'; readonly values: Parsed<O>['values']; readonly positionals: readonly string[] }
  | { readonly kind: 'invalid'; readonly message: string };

/** A flag that takes a value takes the next word, whatever it is. */
export function readFlags<const O extends FlagOptions>(words: readonly string[], options: O): FlagsReading<O> {
  const { values, positionals, tokens } = parseArgs({
    args: [...words],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) return { kind: 'invalid', message: `there is no flag ${rawName}${meant(name, options)}` };
    if (option.type === 'boolean' && value !== undefined)
      return { kind: 'invalid', message: `${rawName} takes no value, and ${value} is one` };
    if (option.type === 'string' && value === undefined)
      return { kind: 'invalid', message: `${rawName} wants a value after it` };
  }
  // Every value was just seen to be what the strict parser would have given.
  return { kind: 'ok', values: values as Parsed<O>['values'], positionals };
}

function meant(name: string, options: FlagOptions): string {
  const near = suggest(name, Object.keys(options));
  return near === null ? '' : `; did you mean --${near}?`;
}
