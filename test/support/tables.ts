// Tables of the pages under docs/, generated from the code's own tables and limits.
// In: nothing. Out: Markdown by name. A page holds a table between `<!-- generated: NAME -->` and `<!-- /generated -->`;
// test/docs-generated.test.ts holds it current, and `npm run docs` writes it.

import { BUILTIN_NAMES, BUILTINS } from '../../compiler/builtins.ts';
import { FAULTS } from '../../compiler/faults.ts';
import { SCRIPT_PATTERN_NODES_MAX, SCRIPT_PROPERTY_RANGES_MAX } from '../../compiler/pattern/literal.ts';
import { PATTERN_NODES_MAX, PATTERN_RANGES_MAX } from '../../compiler/pattern/parse.ts';
import { PREPARED_BYTES_MAX, PREPARED_WORDS_MAX } from '../../compiler/phrases.ts';
import { ARCS_MAX, COMPOSITIONS_MAX, SCRIPT_ARCS_MAX } from '../../compiler/recursion/size-change.ts';
import { CALLS_MAX, COSTS, type CostClass, NESTING_MAX, STEPS_MAX } from '../../compiler/steps.ts';
import { DIGITS_MAX, EXPONENT_DIGITS_MAX, MAGNITUDE_MAX } from '../../grammar/decimal.ts';
import { DIAGNOSTICS_MAX } from '../../grammar/diagnostic.ts';
import { SCRIPT_BYTES_MAX } from '../../grammar/reader.ts';
import { NODES_MAX, NESTING_MAX as TEXT_NESTING_MAX } from '../../grammar/scan.ts';
import { SCHEDULE } from '../../runtime/compile.ts';
import { PLACES_MAX, POWER_MAX } from '../../runtime/interpret/arithmetic.ts';
import { AMOUNT_MAX } from '../../runtime/interpret/calendar.ts';
import { OUTPUT_BYTES_MAX } from '../../runtime/interpret/evaluate.ts';
import { FUEL_DEFAULT } from '../../runtime/outcome.ts';
import { readConfig } from '../../server/config.ts';
import { PHRASE_WORDS_MAX, PHRASES_MAX } from '../../server/engines/systemone/program.ts';
import { EVIDENCE_MAX } from '../../server/engines/systemone/rule.ts';
import { ERROR_HELP } from '../../server/error-help.ts';
import { SERVICE_ERRORS, type ServiceErrorCode } from '../../server/errors.ts';
import { LARGE_BYTES_MAX, SMALL_BYTES_MAX, TREE_BYTES_MAX, VALUE_BYTES } from '../../server/http/budget.ts';
import { CONNECTIONS_MAX } from '../../server/http/connections.ts';
import { BODY_BYTES_MAX } from '../../server/operation.ts';
import { OPERATIONS } from '../../server/operations.ts';
import { LEVELS_MAX, OPTIONS_MAX, QUESTIONS_MAX } from '../../server/services/decisions/wire/systemone.ts';
import { FUEL_MAX } from '../../server/services/scripts/wire/scripts.ts';

/** By the name a page calls it. */
export const TABLES: Readonly<Record<string, () => string>> = {
  schedule: () => `The schedule of this version is \`${SCHEDULE.id}\`, its hash \`${SCHEDULE.hash}\`.`,
  prices,
  faults: () =>
    table(
      ['code', 'number', 'message', 'what it means'],
      Object.entries(FAULTS).map(([code, { number, message, explain }]) => [
        quoted(code),
        String(number),
        message,
        explain,
      ]),
    ),
  limits,
  endpoints,
  errors,
  'http-limits': httpLimits,
  settings,
};

function prices(): string {
  const classes = (Object.keys(COSTS) as CostClass[]).map((name) => ({
    price: COSTS[name],
    names: BUILTIN_NAMES.filter((builtin) => BUILTINS[builtin].cost === name),
  }));
  return table(
    ['builtins', 'extra steps of an application'],
    classes.map(({ price, names }) => [names.map(quoted).join(' '), price]),
  );
}

function limits(): string {
  return table(
    ['what', 'at most', 'beyond it'],
    [
      ["bytes of a script's text", count(SCRIPT_BYTES_MAX), '`script-too-large`'],
      ['atoms and pairs of brackets in it, discarded ones too', count(NODES_MAX), '`script-too-large`'],
      [
        'brackets open at once, in the text and after `->` and `->>` are written out',
        count(TEXT_NESTING_MAX),
        '`nesting-too-deep`',
      ],
      ['diagnostics told of a script', count(DIAGNOSTICS_MAX), 'the others are left out'],
      ['compositions of calls looked at to prove a cycle', count(COMPOSITIONS_MAX), '`recursion-unverified`'],
      ['arcs of size-change graphs looked at to prove a cycle', count(ARCS_MAX), '`recursion-unverified`'],
      [
        'arcs looked at for all cycles of a script; a cycle behind them is not proved',
        count(SCRIPT_ARCS_MAX),
        '`recursion-unverified`',
      ],
      ['nodes of a pattern, repeats written out', count(PATTERN_NODES_MAX), '`bad-pattern`'],
      ['characters and ranges in the classes of a pattern', count(PATTERN_RANGES_MAX), '`bad-pattern`'],
      ['nodes of all patterns of a script', count(SCRIPT_PATTERN_NODES_MAX), '`bad-pattern`'],
      ['ranges of characters in all `\\p{…}` of a script', count(SCRIPT_PROPERTY_RANGES_MAX), '`bad-pattern`'],
      [
        'significant digits of a number',
        count(DIGITS_MAX),
        'whole numbers and those of the input are kept, else `bad-number`; `number-range` or rounded when computed',
      ],
      ['digits of the exponent of a number', count(EXPONENT_DIGITS_MAX), '`bad-number`, `bad-input`'],
      ['magnitude of a number', `below 10^${MAGNITUDE_MAX}`, '`bad-number` in a script, `number-range` when computed'],
      ['exponent of `pow`', `±${count(POWER_MAX)}`, '`number-range`'],
      ['places of `round` and `fixed`', `±${count(PLACES_MAX)}`, '`number-range`'],
      ['amount of a unit in a duration', `±${count(AMOUNT_MAX)}`, '`number-range`'],
      ['calls of functions active at once', count(CALLS_MAX), '`too-deep`'],
      ['nesting of the input', count(NESTING_MAX), '`bad-input`'],
      ['nesting of the output, and of a value that a builtin walks', count(NESTING_MAX), '`too-deep`'],
      ['bytes of the printed output', count(OUTPUT_BYTES_MAX), '`output-too-large`'],
      [
        'bytes of literal phrases prepared with the script, of one `locate` or `locate-all`',
        count(PREPARED_BYTES_MAX),
        'prepared in the run, which has a price',
      ],
      ['words and other characters of them', count(PREPARED_WORDS_MAX), 'the same'],
      ['fuel', `2^53 − 1 (${count(STEPS_MAX)}); ${count(FUEL_DEFAULT)} when not given`, 'refused'],
    ],
  );
}

function endpoints(): string {
  return table(
    ['method and path', 'scope', 'what it does'],
    OPERATIONS.map(({ method, path, scope, summary }) => [
      quoted(`${method} ${path}`),
      scope === null ? 'none' : quoted(scope),
      summary,
    ]),
  );
}

function errors(): string {
  const rows = Object.entries(SERVICE_ERRORS).sort(([, a], [, b]) => a.status - b.status);
  return table(
    ['status', 'code', 'message', 'what to do', 'type'],
    rows.map(([code, { status, message, type }]) => [
      String(status),
      quoted(code),
      message,
      ERROR_HELP[code as ServiceErrorCode],
      quoted(type),
    ]),
  );
}

function httpLimits(): string {
  return table(
    ['what', 'at most', 'beyond it'],
    [
      ['bytes of a body, before and after inflation', count(BODY_BYTES_MAX), '413 `body_too_large`'],
      ['bytes of all bodies that are held, up to 16 KiB each', count(SMALL_BYTES_MAX), '503 `overloaded`'],
      [
        'bytes of all bodies that are held, above 16 KiB; half of it for one key',
        count(LARGE_BYTES_MAX),
        '503 `overloaded`',
      ],
      [
        'values of a body of a tool server endpoint, commas, colons and opening brackets counted',
        count(TREE_BYTES_MAX / VALUE_BYTES),
        '413 `memory_exhausted`',
      ],
      ['connections', count(CONNECTIONS_MAX), 'idle ones are closed for new ones'],
      [
        'requests of a key at once, and in a second',
        '`--key-concurrency`, `--key-rate`',
        '429 `too_many_at_once`, `rate_limited`',
      ],
      ['waiting for a thread, and computing in it', '`--run-ms` each', '429 `queue_full`, 503 `deadline`'],
      ['nesting of `state`, `input` and `arguments`', count(NESTING_MAX), '400 `invalid_json`'],
      ['questions of a request', count(QUESTIONS_MAX), '400'],
      ['options of a choice', count(OPTIONS_MAX), '400'],
      ['levels of a score', count(LEVELS_MAX), '400'],
      ['phrases of a request, vetoes too', count(PHRASES_MAX), '422 `validation_failed`'],
      [
        'words and other characters of these phrases, each phrase once',
        count(PHRASE_WORDS_MAX),
        '422 `validation_failed`',
      ],
      ['places in the evidence of an answer', count(EVIDENCE_MAX), 'the others are left out'],
      ['`fuel` of a run', `${count(FUEL_MAX)}; ${count(FUEL_DEFAULT)} when not given`, '400 `invalid-request`'],
    ],
  );
}

/** The flags of the server, as it says them itself. */
function settings(): string {
  const help = readConfig(['--help'], {});
  if (help.kind !== 'help') throw new Error('the server does not say its flags');
  const flags = help.text.split('\n').flatMap((line) => {
    const [, flag, text] = /^ {2}(--\S+(?: [A-Z=]+)?) +(.*)$/.exec(line) ?? [];
    return flag === undefined ? [] : [[quoted(flag), text!]];
  });
  return table(['flag', 'what it sets'], flags);
}

function quoted(text: string): string {
  return `\`${text}\``;
}

/** 20000 as 20,000. */
function count(value: number): string {
  return String(value).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, ',');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
