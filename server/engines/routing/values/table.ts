// Table: every rule by which words are read as the value of a parameter, one a row.
// In: nothing. Out: the rules that look for their own places, and those for places that `spans/` recognised, of which the first that
// fits decides. Why: what is read, why, and what must not be read stands in one place; a row can be taken out and its worth measured.

import type { Leaf } from '../tools/tools.ts';
import type { Want } from '../tools/wants.ts';
import { ADDRESSES } from './rules/addresses.ts';
import { AMOUNTS } from './rules/amounts.ts';
import { ANNOUNCED } from './rules/announced.ts';
import { ANSWERS } from './rules/answers.ts';
import { BOUND_RULES } from './rules/bounds.ts';
import { COUNTED } from './rules/counted.ts';
import { DEFAULTS } from './rules/defaults.ts';
import { DURATIONS } from './rules/durations.ts';
import { ENTRY_RULES } from './rules/entries.ts';
import { FLAGS } from './rules/flags.ts';
import { GLOSSES_OF_VALUES } from './rules/glosses.ts';
import { IDENTIFIERS } from './rules/identifiers.ts';
import { ITEMS } from './rules/items.ts';
import { LABELLED } from './rules/labelled.ts';
import { LASTING } from './rules/lasting.ts';
import { LISTED } from './rules/listed.ts';
import { LISTINGS } from './rules/listings.ts';
import { MEASURED } from './rules/measured.ts';
import { MOMENTS } from './rules/moments.ts';
import { NAMES } from './rules/names.ts';
import { NET } from './rules/net.ts';
import { NUMERALS } from './rules/numerals.ts';
import { OBJECTS } from './rules/objects.ts';
import { PATTERNED } from './rules/patterned.ts';
import { PERSONS } from './rules/persons.ts';
import { POSITIONS } from './rules/positions.ts';
import { REASON_RULES } from './rules/reasons.ts';
import { RECORD_RULES } from './rules/records.ts';
import { REPOSITORY_RULES } from './rules/repositories.ts';
import { ROWS } from './rules/rows.ts';
import type { SpanRule, TextRule } from './rules/rule.ts';
import { SHAPED } from './rules/shaped.ts';
import { SIDES } from './rules/sides.ts';
import { SOUGHT } from './rules/sought.ts';
import { TEXTS } from './rules/texts.ts';
import { TOWNS } from './rules/towns.ts';
import { TYPED } from './rules/typed.ts';
import { WITHIN } from './rules/within.ts';
import type { SpanKind } from './spans/span.ts';

export const TEXT_RULES: readonly TextRule[] = [
  ...LISTED,
  ...GLOSSES_OF_VALUES,
  ...AMOUNTS,
  ...FLAGS,
  ...PATTERNED,
  ...SHAPED,
  ...COUNTED,
  ...DEFAULTS,
  ...LABELLED,
  ...IDENTIFIERS,
  ...TOWNS,
  ...OBJECTS,
  ...MEASURED,
  ...BOUND_RULES,
  ...SIDES,
  ...REPOSITORY_RULES,
  ...RECORD_RULES,
  ...LISTINGS,
  ...LASTING,
  ...DURATIONS,
  ...WITHIN,
  ...TEXTS,
  ...ENTRY_RULES,
  ...ANSWERS,
  ...SOUGHT,
  ...ANNOUNCED,
  ...REASON_RULES,
  ...ITEMS,
  ...ROWS,
  ...PERSONS,
  ...POSITIONS,
  ...ADDRESSES,
  ...NET,
  ...NUMERALS,
];

/** The rules by the type of a parameter, and by whether it lists its values. */
const BY_TYPE = new Map<string, readonly TextRule[]>();

/** The rules that are asked about a parameter. */
export function rulesFor({ type, enumValues }: Leaf): readonly TextRule[] {
  const lists = enumValues.length > 0;
  const key = `${type} ${lists}`;
  let rules = BY_TYPE.get(key);
  if (rules === undefined)
    BY_TYPE.set(
      key,
      (rules = TEXT_RULES.filter(
        ({ types, listed }) => types?.includes(type) !== false && (listed === undefined || listed === lists),
      )),
    );
  return rules;
}

export const SPAN_RULES: readonly SpanRule[] = [...MOMENTS, ...TYPED, ...NAMES];

/** Those for a kind of place and a kind of parameter, by both: there are few, and every place is read for every parameter. */
const BY_KINDS = new Map<SpanKind, Map<Want, readonly SpanRule[]>>();

export function spanRulesFor(kind: SpanKind, want: Want): readonly SpanRule[] {
  let byWant = BY_KINDS.get(kind);
  if (byWant === undefined) BY_KINDS.set(kind, (byWant = new Map()));
  let rules = byWant.get(want);
  if (rules === undefined)
    byWant.set(
      want,
      (rules = SPAN_RULES.filter(({ kinds, wants }) => kinds.includes(kind) && wants?.includes(want) !== false)),
    );
  return rules;
}
