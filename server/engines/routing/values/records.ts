// Records: the objects of tool results, and which of them the user's words pick.
// In: the JSON of results, and the values that users say. Out: whether a value of a result is the one that was meant.
// Why: a result lists what there is, and a model picks from it. That a value stands in a result is no reason to act on it: either the
// result leaves no choice, or what the user said is in the same record ("refund the order of Ann Smith").

import type { Json } from '../../../../grammar/json.ts';
import { JsonError, parseJson } from '../../../../grammar/json.ts';
import { valueKey } from './candidate.ts';
import type { Source, Span } from './spans/span.ts';

/** A value that stands in more records than this names none of them; each is held against all others. */
const HOLDERS_MAX = 8;

interface Record {
  /** Keys of the values of its own members. */
  readonly own: ReadonlyMap<string, string>;
  /** Keys of these and of the members of what it lies in. */
  readonly all: ReadonlySet<string>;
}

interface Pick {
  /** What the user said of the record; nothing where there was no choice. */
  readonly spans: readonly Span[];
}

/** Whether a value of a result is meant; null when the result offers others just as well. */
export type PickRecord = (value: Json) => Pick | null;

/** Values are checked against the records of JSON results; of other texts nobody can say what a record is. */
export function readRecords(results: readonly Source[], spans: readonly Span[]): PickRecord {
  const records: Record[] = [];
  let hasText = false;
  for (const { text } of results) {
    const json = parse(text);
    if (json === undefined) hasText = true;
    else collect(json, [], records);
  }
  const known = new Set(records.flatMap(({ all }) => [...all]));
  const said = spans.filter(({ value }) => known.has(valueKey(value)));
  return (value) => {
    const key = valueKey(value);
    const holders = records.flatMap((record) =>
      [...record.own].filter(([, one]) => one === key).map(([name]) => ({ record, name })),
    );
    if (holders.length > HOLDERS_MAX) return null;
    if (holders.length === 0) return hasText || records.length === 0 ? { spans: [] } : null;
    for (const { record, name } of holders) {
      const rivals = records.filter(({ own }) => own.has(name) && own.get(name) !== key);
      const picks = said.filter(({ value: one }) => valueKey(one) !== key && record.all.has(valueKey(one)));
      const isRival = ({ all }: Record): boolean => picks.every(({ value: one }) => all.has(valueKey(one)));
      if (!rivals.some(isRival)) return { spans: picks };
    }
    return null;
  };
}

function parse(text: string): Json | undefined {
  try {
    return parseJson(Buffer.from(text));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return undefined;
  }
}

/** The reader bounds the depth, so recursion is safe. */
function collect(value: Json, above: readonly string[], records: Record[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, above, records);
    return;
  }
  if (!(value instanceof Map)) return;
  const own = new Map<string, string>();
  for (const [name, member] of value)
    if (!(member instanceof Map) && !Array.isArray(member)) own.set(name, valueKey(member));
  const all = [...above, ...own.values()];
  records.push({ own, all: new Set(all) });
  for (const member of value.values()) collect(member, all, records);
}
