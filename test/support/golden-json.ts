// Golden cases in JSON: a file holds the input and the result, on one screen.
// In: a folder of cases. Out: each case, read losslessly; with `--update` on the command line, the files rewritten.
// Why lossless: what a case is about may be the order of keys that look like numbers, or a key named `__proto__`.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { Json } from '../../grammar/json.ts';
import { parseJson } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';
import { goldenPath } from './paths.ts';

export interface GoldenCase {
  readonly name: string;
  readonly file: string;
  readonly members: Map<string, Json>;
}

export const isUpdating = process.argv.includes('--update');

/** The cases of a folder under test/golden, by name. */
export function readCases(folder: string): GoldenCase[] {
  const path = goldenPath(folder);
  return readdirSync(path)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const members = parseJson(readFileSync(join(path, file)));
      if (!(members instanceof Map)) throw new Error(`${file} is not an object`);
      return { name: basename(file, '.json'), file: join(path, file), members };
    });
}

/** Puts a new result into the file of a case. A person reads the difference. */
export function updateCase(golden: GoldenCase, member: string, value: Json): void {
  writeFileSync(golden.file, `${print(new Map([...golden.members, [member, value]]), '')}\n`);
}

const LINE_MAX = 140;

/** Readable JSON: on one line what fits on one. */
export function print(value: Json, indent: string): string {
  const line = inline(value);
  if (indent.length + line.length <= LINE_MAX) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((item) => inner + print(item, inner)).join(',\n')}\n${indent}]`;
  if (value instanceof Map) {
    return `{\n${[...value].map(([key, item]) => `${inner}${writeJson(key)}: ${print(item, inner)}`).join(',\n')}\n${indent}}`;
  }
  return line;
}

function inline(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (value instanceof Map)
    return value.size === 0
      ? '{}'
      : `{ ${[...value].map(([key, item]) => `${writeJson(key)}: ${inline(item)}`).join(', ')} }`;
  return writeJson(value);
}
