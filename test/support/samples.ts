// Samples: the fenced blocks of a page, run as its reader would run them. With `--update` a page is rewritten with what
// they really give; read the difference.
//
// ```clojure  scripts; each ends at a line with `; => OUTPUT`, `; => OUTPUT in N steps`, `; => fault CODE` or `; => error CODE`.
//             `; input JSON` and `; fuel N` on lines of their own hold for the rest of the block.
// ```console  commands behind `$ ` with what they print, run one after the other in one folder. `cat FILE` writes the file.
// ```sh       a single `curl`, followed by a block with its answer: ```json, or ```json STATUS where that is not 200, or ```text.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import type { Json } from '../../grammar/json.ts';

import { JsonNumber, parseJson } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';
import { compile } from '../../runtime/library.ts';
import { isUpdating, print as printJson } from './golden-json.ts';
import { interpretSource } from './interpret.ts';
import { moduleFile, ROOT } from './paths.ts';
import { test } from './test.ts';

/** Something a page says, and a way to find out whether it is so. */
export interface Sample {
  readonly name: string;
  readonly expected: string;
  /** What it really gives, written as the page writes it. */
  answer(): Promise<string> | string;
  /** Puts another answer into the page. */
  replace(answer: string): void;
}

/** A page under test. Edits are kept until `save`, which writes them when the test was asked to update. */
export class Page {
  readonly name: string;
  readonly #path: string;
  readonly #lines: string[];

  /** `name` is a path from the root of the checkout. */
  constructor(name: string) {
    this.name = name;
    this.#path = join(ROOT, name);
    this.#lines = readFileSync(this.#path, 'utf8').split('\n');
  }

  get text(): string {
    return this.#lines.join('\n');
  }

  save(): void {
    if (isUpdating) writeFileSync(this.#path, this.text);
  }

  /** The blocks whose opening fence says `language`, and what follows it on that line. */
  blocks(language: string): Block[] {
    const found: Block[] = [];
    for (let at = 0; at < this.#lines.length; at += 1) {
      const fence = /^(```+)(\S*) ?(.*)$/.exec(this.#lines[at]!);
      if (fence === null) continue;
      const [, ticks, name, info] = fence as unknown as [string, string, string, string];
      const end = this.#lines.indexOf(ticks, at + 1);
      if (end === -1) throw new Error(`${this.name}:${at + 1}: the block has no end`);
      if (name === language) found.push({ from: at + 1, to: end, info });
      at = end;
    }
    return found;
  }

  /** The lines of a block as they are now; blocks that follow may have moved. */
  read({ from, to }: Block): string[] {
    return this.#lines.slice(from, to);
  }

  /** Keeps the number of lines, so that the places of other blocks hold. */
  setLine(at: number, text: string): void {
    this.#lines[at] = text;
  }

  replaceText(old: string, text: string): void {
    const at = this.text.indexOf(old);
    if (at === -1 || this.text.includes(old, at + 1))
      throw new Error(`${this.name} holds this never or more than once: ${old.slice(0, 100)}`);
    this.#lines.splice(
      0,
      this.#lines.length,
      ...`${this.text.slice(0, at)}${text}${this.text.slice(at + old.length)}`.split('\n'),
    );
  }
}

/** A test for each sample, in their order. */
export function testSamples(page: Page, samples: readonly Sample[]): void {
  for (const sample of samples) {
    test(sample.name, async () => {
      const answer = await sample.answer();
      if (settled(answer) === settled(sample.expected)) return;
      if (isUpdating) sample.replace(answer);
      else assert.is(answer, sample.expected);
    });
  }
  test.after(() => page.save());
}

interface Block {
  /** Numbers of the first line inside and of the closing fence. */
  readonly from: number;
  readonly to: number;
  /** What follows the language on the opening fence. */
  readonly info: string;
}

// --- Scripts

/** Every script of a page, each to be run by the interpreter and as WebAssembly. */
export function scriptSamples(page: Page): Sample[] {
  return page.blocks('clojure').flatMap((block) => {
    const samples: Sample[] = [];
    let [input, fuel, source]: [string | null, number, string] = [null, 1_000_000, ''];
    page.read(block).forEach((line, index) => {
      const setting = /^; (input|fuel) (.*)$/.exec(line);
      if (setting?.[1] === 'input') input = setting[2]!;
      else if (setting?.[1] === 'fuel') fuel = Number(setting[2]);
      const [, code = line, expected] = /^(.*?); => (.*)$/.exec(line) ?? [];
      source += `${code.trimEnd()}\n`;
      if (expected === undefined) return;
      const script = { source: source.trim(), input, fuel, withSteps: / in \d+ steps?$/.test(expected) };
      const at = block.from + index;
      samples.push({
        name: `${page.name}:${at + 1} ${script.source.split('\n').at(-1)!.slice(0, 80)}`,
        expected,
        answer: () => runScript(script),
        replace: (answer) => page.setLine(at, `${code}; => ${answer}`),
      });
      source = '';
    });
    if (samples.length === 0 || source.trim() !== '')
      throw new Error(`${page.name}:${block.to}: the last script of the block has no \`; =>\``);
    return samples;
  });
}

interface Script {
  readonly source: string;
  readonly input: string | null;
  readonly fuel: number;
  readonly withSteps: boolean;
}

async function runScript({ source, input, fuel, withSteps }: Script): Promise<string> {
  const script = await compile(source);
  if (script.kind === 'invalid') {
    const codes = script.check.diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
    return `error ${[...new Set(codes)].join(', ')}`;
  }
  const said = (result: string, steps: number): string =>
    `${result}${withSteps ? ` in ${steps} step${steps === 1 ? '' : 's'}` : ''}`;
  const result = script.run({ ...(input === null ? {} : { inputJson: input }), fuel });
  const compiled =
    result.kind === 'finished' ? said(result.outputJson, result.steps) : said(`fault ${result.code}`, result.steps);
  const reference = interpretSource(source, input, fuel);
  const interpreted =
    reference.kind === 'finished'
      ? said(reference.output, reference.steps)
      : said(`fault ${reference.fault.code}`, reference.steps);
  if (compiled !== interpreted) throw new Error(`compiled: ${compiled}\ninterpreted: ${interpreted}`);
  return compiled;
}

// --- Commands

/** The commands of a page in their order; each may need what the ones before it have written to the folder. */
export function commandSamples(page: Page, folder: string, places: () => Places = () => ({})): Sample[] {
  const evident = `${JSON.stringify(process.execPath)} ${JSON.stringify(moduleFile('cli/bin'))}`;
  return page.blocks('console').flatMap((block) => {
    const parts = page
      .read(block)
      .join('\n')
      .split(/^\$ /m)
      .filter((part) => part !== '');
    return parts.map((part): Sample => {
      const [command = '', ...rest] = part.split('\n');
      const expected = rest.join('\n').trimEnd();
      const run = (): string => {
        const written = /^cat (\S+)$/.exec(command)?.[1];
        if (written !== undefined) {
          mkdirSync(dirname(join(folder, written)), { recursive: true });
          writeFileSync(join(folder, written), `${expected}\n`);
          return expected;
        }
        const real = swap(command, places(), false)
          .replaceAll(/(?<=^|[;&|] )evident (?=\S)/g, () => `${evident} `)
          .replaceAll(/(?<=^|[;&|] )node (?=\S)/g, () => `${JSON.stringify(process.execPath)} `);
        const env = { ...process.env, EVIDENT_CACHE: join(folder, '.cache'), NO_COLOR: '1' };
        return swap(
          execFileSync('sh', ['-c', `(${real}) 2>&1 || true`], { cwd: folder, encoding: 'utf8', env }).trimEnd(),
          places(),
          true,
        );
      };
      return {
        name: `${page.name} $ ${command.slice(0, 100)}`,
        expected,
        answer: run,
        replace: (answer) =>
          page.replaceText(`$ ${part.trimEnd()}`, `$ ${command}${answer === '' ? '' : `\n${answer}`}`),
      };
    });
  });
}

// --- Requests

/** A place a sample names, and where it is while the test runs: `localhost:8787` to the server's own host and port. */
type Places = Readonly<Record<string, string>>;

interface Curl {
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

/** The requests of a page in their order, each with the answer printed under it. */
export function requestSamples(page: Page, places: () => Places): Sample[] {
  const found = [
    ...page.text.matchAll(/^```sh\n(curl (?:[^`]|`(?!``))*?)```\n```(json|text) ?(\d*)\n([^]*?)\n?```$/gm),
  ];
  return found.map(([, command, kind, status, expected]): Sample => {
    const curl = readCurl(command!);
    const fence = (code: string, answer: string): string =>
      `${command}\`\`\`\n\`\`\`${kind}${code === '' ? '' : ` ${code}`}\n${answer}\n\`\`\``;
    return {
      name: `${page.name} ${curl.method} ${curl.path}`,
      expected: said(kind!, status! === '' ? '200' : status!, expected!),
      answer: async () => {
        const { code, text } = await send(curl, places());
        return said(kind!, code, text);
      },
      replace(answer) {
        const [code, text] = [answer.slice(0, 3), answer.slice(4)];
        const isOneLine = expected !== '' && !expected!.includes('\n') && expected!.length > LINE_MAX;
        page.replaceText(
          fence(status!, expected!),
          fence(
            code === '200' ? '' : code,
            kind === 'text' || isOneLine ? text : printJson(parseJson(Buffer.from(text)), ''),
          ),
        );
      },
    };
  });
}

/** What a page shows in one piece although it is longer stays in one piece. */
const LINE_MAX = 140;

/** One text for one answer: JSON without the spaces and line ends that a page may add. */
function said(kind: string, code: string, text: string): string {
  return `${code} ${kind === 'json' && text !== '' ? writeJson(shortened(parseJson(Buffer.from(text)))) : text}`;
}

/** All names of builtins would fill three screens of a page. */
function shortened(answer: Json): Json {
  const builtins = answer instanceof Map ? answer.get('builtins') : undefined;
  return answer instanceof Map && Array.isArray(builtins)
    ? new Map([...answer, ['builtins', [...builtins.slice(0, 3), '…']]])
    : answer;
}

async function send(
  { path, method, headers, body }: Curl,
  places: Places,
): Promise<{ readonly code: string; readonly text: string }> {
  const response = await fetch(`http://${swap(path, places, false)}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: swap(body, places, false) }),
  });
  return { code: String(response.status), text: swap((await response.text()).trimEnd(), places, true) };
}

/** A text with the places as they really are, or back. */
function swap(text: string, places: Places, isBack: boolean): string {
  return Object.entries(places).reduce(
    (swapped, [told, real]) => (isBack ? swapped.replaceAll(real, told) : swapped.replaceAll(told, real)),
    text,
  );
}

/** Reads the options that the pages use: -s -X -H -d, a URL without scheme, quotes and lines that go on. */
function readCurl(command: string): Curl {
  const words = [...command.trim().matchAll(/'([^']*)'|\\\n|(\S+)/g)].flatMap(
    ([, quoted, plain]) => quoted ?? plain ?? [],
  );
  const headers: Record<string, string> = {};
  let [path, method, body]: [string, string | undefined, string | undefined] = ['', undefined, undefined];
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at]!;
    if (word === '-s') continue;
    if (word === '-X') method = words[(at += 1)];
    else if (word === '-d') body = words[(at += 1)];
    else if (word === '-H') {
      const [name = '', ...value] = words[(at += 1)]!.split(': ');
      headers[name] = value.join(': ');
    } else if (!word.startsWith('-')) path = word;
    else throw new Error(`the pages do not use ${word}`);
  }
  return { path, method: method ?? (body === undefined ? 'GET' : 'POST'), headers, body };
}

// --- What differs from run to run

/** Names of members whose values are times, durations and fresh ids. */
const VARYING = /^(?:.*_at|duration_ms|age_ms)$/;
const FRESH_ID = /^(?:srv|call|req|chatcmpl)[_-]/;

/** What any change of the runtime's code changes. */
const BUILD = /\b\d+ bytes\b|^bytes +\d+$|\bruntime\/[0-9a-f]{16}\b/gm;

/** An answer without what is another value in every run or build, so that two of them can be compared. */
function settled(answer: string): string {
  const space = answer.indexOf(' ');
  const [code, text] = [answer.slice(0, space), answer.slice(space + 1)];
  if (!/^\d{3}$/.test(code) || !/^[[{]/.test(text)) return answer.replaceAll(BUILD, '…');
  // Lines of JSON are printed one below the other.
  const values = text.split(/\n(?=\{"index")/).map((value) => writeJson(settle(parseJson(Buffer.from(value)))));
  return `${code} ${values.join('\n')}`;
}

function settle(value: Json): Json {
  if (Array.isArray(value)) return value.map(settle);
  if (!(value instanceof Map)) return value;
  return new Map(
    [...value].map(([name, member]): [string, Json] => {
      const isVarying = VARYING.test(name) || (name === 'id' && typeof member === 'string' && FRESH_ID.test(member));
      return [
        name,
        isVarying && member !== null ? (member instanceof JsonNumber ? 'a number' : typeof member) : settle(member),
      ];
    }),
  );
}
