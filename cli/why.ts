// evident why FILE: runs a script on an input and shows how its result came about.

import { SCHEDULE_ID } from '../compiler/steps.ts';
import { render } from '../grammar/render.ts';
import type { Source } from '../grammar/span.ts';
import type { DescribedFault } from '../runtime/explain/explanation.ts';
import type { Why, WhyNode } from '../runtime/explain/why.ts';
import { DEPTH_DEFAULT, DEPTH_MAX, explainRun, WIDTH_DEFAULT, WIDTH_MAX, WIDTH_MIN } from '../runtime/explain/why.ts';
import { FUEL_DEFAULT } from '../runtime/outcome.ts';
import { type Command, EXIT, note, onlyArgument, print, readBytes, readFlags, UsageError } from './command.ts';
import { countSteps, FUEL_WANTED, readFuel } from './fuel.ts';
import { RECURSION_OPTION, readRecursion } from './recursion.ts';
import { checkFile, refuseScript, type ScriptFile } from './script.ts';

export const command: Command = {
  usage: 'evident why FILE [--input FILE|-] [--fuel N] [--depth N] [--width N] [--recursion POLICY] [--json]',
  options: [
    ['FILE', 'a script, or - for standard input'],
    ['--input FILE', 'the JSON input, - for standard input; nil when left out'],
    ['--fuel N', `steps the run may use (${FUEL_DEFAULT})`],
    ['--depth N', `expressions inside each other that are shown, 1 to ${DEPTH_MAX} (${DEPTH_DEFAULT})`],
    ['--width N', `parts of one expression that are shown, ${WIDTH_MIN} to ${WIDTH_MAX} (${WIDTH_DEFAULT})`],
    RECURSION_OPTION,
    ['--json', 'print it as JSON'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      input: { type: 'string' },
      fuel: { type: 'string' },
      depth: { type: 'string' },
      width: { type: 'string' },
      recursion: { type: 'string' },
      json: { type: 'boolean' },
    });
    const path = onlyArgument(positionals, 'a script');
    if (path.endsWith('.wasm'))
      throw new UsageError(`${path} is an artifact, whose script evident inspect prints; why takes a script`);
    if (path === '-' && values.input === '-')
      throw new UsageError('only one of script and input can come from standard input');
    const fuel = values.fuel === undefined ? FUEL_DEFAULT : readFuel(values.fuel);
    if (fuel === null) throw new UsageError(`--fuel must be ${FUEL_WANTED}, not ${values.fuel}`);
    const size = {
      depth: readCount('depth', values.depth, 1, DEPTH_MAX) ?? DEPTH_DEFAULT,
      width: readCount('width', values.width, WIDTH_MIN, WIDTH_MAX) ?? WIDTH_DEFAULT,
    };
    const file = checkFile(path, { recursion: readRecursion(values.recursion) });
    const { result } = file;
    if (result.program === null) {
      refuseScript(file, values.json === true);
      return EXIT.invalid;
    }
    const input = values.input === undefined ? null : readBytes(values.input);
    const why = explainRun(result.program, result, input, fuel, size);
    if (values.json === true) printWhy(why, result.hash!);
    else draw(why, file);
    return why.fault === null ? EXIT.ok : EXIT.fault;
  },
};

/** As the service answers. */
function printWhy({ output, fault, steps, because, lines, tree }: Why, hash: string): void {
  const rest = JSON.stringify({ fault, steps, hash, schedule: SCHEDULE_ID, because, lines, tree });
  print(`{"output":${output ?? 'null'},${rest.slice(1)}`);
}

function draw(why: Why, { name, source, result }: ScriptFile): void {
  const { output, fault, because, tree, steps } = why;
  if (output !== null) print(output);
  if (because.length > 0) print(['because', ...because.map(({ sentence }) => `  ${sentence}`)].join('\n'));
  if (tree !== null) print(`\n${drawNode(tree, '', '').join('\n')}`);
  if (fault !== null) note(drawFault(fault, source, name));
  note(`${countSteps(steps)}, hash ${result.hash!.slice(0, 12)}`);
}

/** A line for the node, and those of its parts below. */
function drawNode(
  { label, expression, ended, value, paths, missing, parts, more }: WhyNode,
  lead: string,
  under: string,
): string[] {
  const name = label === null ? '' : `${label}: `;
  const said = value === null ? ENDS[ended] : value.value;
  const rest = parts.length + (more > 0 ? 1 : 0);
  // What has parts read what they read.
  const read = rest > 0 || paths.length === 0 ? '' : `   ${paths.join(' ')}${missing ? ' is not there' : ''}`;
  return [
    `${lead}${name}${expression} => ${said}${read}`,
    ...parts.flatMap((part, at) => {
      const isLast = at === parts.length - 1;
      const drawn = drawNode(part, `${under}${isLast ? '└─ ' : '├─ '}`, `${under}${isLast ? '   ' : '│  '}`);
      return isLast && more > 0 ? [`${under}├─ … ${more} more`, ...drawn] : drawn;
    }),
    ...(parts.length === 0 && more > 0 ? [`${under}└─ … ${more} more`] : []),
  ];
}

const ENDS = { value: '', recur: 'again', fault: 'the run ended in it' } as const;

function drawFault(fault: DescribedFault, source: Source, name: string): string {
  const { code, message, start, end, line, column, module, explanation } = fault;
  if (start === null || end === null || line === null || column === null) return `fault[${code}]: ${message}`;
  const help = explanation === null || explanation.sentence === message ? null : explanation.sentence;
  return render(
    {
      code,
      severity: 'fault',
      message,
      start,
      end,
      line,
      column,
      ...(module === undefined ? {} : { module }),
      help,
      related: [],
    },
    source,
    name,
  );
}

function readCount(name: string, text: string | undefined, min: number, max: number): number | null {
  if (text === undefined) return null;
  const count = Number(text);
  if (/^\d{1,3}$/.test(text) && count >= min && count <= max) return count;
  throw new UsageError(`--${name} must be a number from ${min} to ${max}, not ${text}`);
}
