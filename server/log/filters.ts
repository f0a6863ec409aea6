// Filters: which entries of the decision log a query is about.
// In: texts by the name of their filter: flags of the command line, or parameters of an address. Out: a query, or what is wrong with one.
// Why one table: whoever asks is understood alike, and a filter that is added is there for all of them.

import { FAULTS } from '../../compiler/faults.ts';
import { REASON_SCHEMA } from '../services/decisions/wire/answer.ts';
import { ROUTE_REASONS, VERDICT_REASONS } from '../services/routing/wire/route-schema.ts';
import { ANSWER_OUTCOMES, WIRES } from '../summary.ts';
import type { LogQuery } from './record.ts';

interface LogFilter {
  readonly kind: 'text' | 'instant' | 'known';
  /** Of a known text: all there are. */
  readonly known?: readonly string[];
  /** What stands for a value where it is shown. */
  readonly value: string;
  readonly help: string;
}

/** Why an answer is not decided, does not act, or did not come about. */
const REASON_CODES: readonly string[] = [
  ...new Set([...REASON_SCHEMA.properties.code.enum, ...ROUTE_REASONS, ...VERDICT_REASONS, ...Object.keys(FAULTS)]),
];

/** Every filter that takes a text; all that are given must hold, and those of an answer of one answer together. */
export const LOG_FILTERS = {
  since: {
    kind: 'instant',
    value: 'TIME',
    help: 'of this time or later: a date, an instant, or a time before now like 15m, 2h or 7d',
  },
  until: { kind: 'instant', value: 'TIME', help: 'of before this time' },
  key: { kind: 'text', value: 'NAME', help: 'of one API key' },
  wire: { kind: 'known', known: WIRES, value: 'WIRE', help: WIRES.join(', ') },
  outcome: {
    kind: 'known',
    known: ANSWER_OUTCOMES,
    value: 'OUTCOME',
    help: `with an answer that ended so: ${ANSWER_OUTCOMES.join(', ')}`,
  },
  reason: { kind: 'known', known: REASON_CODES, value: 'CODE', help: 'with an answer for this reason' },
  question: {
    kind: 'text',
    value: 'ID',
    help: 'with an answer to the question of this id; outcome and reason are then those of that answer',
  },
  id: { kind: 'text', value: 'ID', help: 'of an entry, a request or an answer' },
} as const satisfies Record<string, LogFilter>;

type LogFilterName = keyof typeof LOG_FILTERS;
export const LOG_FILTER_NAMES = Object.keys(LOG_FILTERS) as readonly LogFilterName[];

export type FilterTexts = Readonly<Partial<Record<LogFilterName, string | undefined>>>;
type Filters = Omit<LogQuery, 'before' | 'limit' | 'state'>;

type FiltersReading =
  | { readonly kind: 'ok'; readonly filters: Filters }
  /** `message` goes on after the name. */
  | { readonly kind: 'invalid'; readonly name: LogFilterName; readonly message: string };

/** `nowMs`: what times before now are before. */
export function readFilters(texts: FilterTexts, nowMs: number): FiltersReading {
  const filters: Record<string, string | number> = {};
  for (const name of LOG_FILTER_NAMES) {
    const text = texts[name];
    if (text === undefined) continue;
    const value = readValue(LOG_FILTERS[name], text, nowMs);
    if (value.kind === 'invalid') return { ...value, name };
    filters[LOG_FILTERS[name].kind === 'instant' ? `${name}Ms` : name] = value.value;
  }
  return { kind: 'ok', filters };
}

type Value =
  | { readonly kind: 'ok'; readonly value: string | number }
  | { readonly kind: 'invalid'; readonly message: string };

function readValue({ kind, known }: LogFilter, text: string, nowMs: number): Value {
  if (kind === 'instant') {
    const ms = readInstant(text, nowMs);
    if (!Number.isNaN(ms)) return { kind: 'ok', value: ms };
    const message = `must be a date, an instant with its offset, or a time before now like 2h, not ${text}`;
    return { kind: 'invalid', message };
  }
  if (known === undefined || known.includes(text)) return { kind: 'ok', value: text };
  return { kind: 'invalid', message: `must be one of ${known.join(', ')}, not ${text}` };
}

const SPANS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** NaN for a text that says no time. */
function readInstant(text: string, nowMs: number): number {
  const span = /^(\d{1,9})([smhd])$/.exec(text);
  if (span !== null) return nowMs - Number(span[1]) * (SPANS[span[2] as string] as number);
  const isInstant = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  return isInstant ? Date.parse(text) : Number.NaN;
}
