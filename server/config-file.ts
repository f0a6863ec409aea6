// Config file: the operator's settings in a file, YAML or JSON.
// In: the path of the file and which flags there are. Out: their values, or one sentence that says where the file is wrong.
// A member is named as its flag is, so there is one list of settings; what the command line or a variable says wins over the file.

import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { suggest } from '../compiler/suggest.ts';

/** Settings are a page; a larger file is another one. */
export const CONFIG_BYTES_MAX = 256 * 1024;

interface Setting {
  readonly type: 'string' | 'boolean';
  readonly multiple?: true;
  readonly value?: string;
}

type FileValue = string | boolean | readonly string[];

type FileReading =
  | { readonly kind: 'ok'; readonly values: Readonly<Record<string, FileValue>> }
  | { readonly kind: 'invalid'; readonly message: string };

export function readConfigFile(path: string, settings: Readonly<Record<string, Setting>>): FileReading {
  const invalid = (why: string): FileReading => ({ kind: 'invalid', message: `${path}: ${why}` });
  let text: string;
  try {
    if (statSync(path).size > CONFIG_BYTES_MAX) return invalid(`more than ${CONFIG_BYTES_MAX} bytes are no settings`);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return invalid(code === 'ENOENT' ? 'there is no such file' : message);
  }
  // Most services have no such file, and the reader takes time to load.
  const { parseDocument } = createRequire(import.meta.url)('yaml') as typeof Yaml;
  const document = parseDocument(text);
  const [wrong] = [...document.errors, ...document.warnings];
  // Its first line says what and where; a drawing of the place follows.
  if (wrong !== undefined) return invalid(wrong.message.split('\n')[0]!.replace(/:$/, ''));
  let root: unknown;
  try {
    root = document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    return invalid((error as Error).message);
  }
  if (root === null) return { kind: 'ok', values: {} };
  if (typeof root !== 'object' || Array.isArray(root))
    return invalid('a setting on each line is expected, as port: 8787');
  const values: Record<string, FileValue> = {};
  for (const [name, given] of Object.entries(root)) {
    const setting = Object.hasOwn(settings, name) ? settings[name] : undefined;
    if (setting === undefined) {
      const near = suggest(name, Object.keys(settings));
      return invalid(`there is no setting ${name}${near === null ? '' : `; did you mean ${near}?`}`);
    }
    const value = readValue(given, setting);
    if (value === null) return invalid(`${name} must be ${kindOf(setting)}`);
    values[name] = value;
  }
  return { kind: 'ok', values };
}

/** null where it is of another kind. */
function readValue(given: unknown, { type, multiple, value }: Setting): FileValue | null {
  if (type === 'boolean') return typeof given === 'boolean' ? given : null;
  if (multiple === true) {
    const items = Array.isArray(given) ? given : [given];
    return items.every((item) => typeof item === 'string') ? items : null;
  }
  if (typeof given === 'number' && value === 'NUMBER') return String(given);
  return typeof given === 'string' ? given : null;
}

function kindOf({ type, multiple, value }: Setting): string {
  if (type === 'boolean') return 'true or false';
  if (multiple === true) return 'a text or a list of texts';
  return value === 'NUMBER' ? 'a number' : 'a text';
}
