// Rule: one way in which words say the value of a parameter.
// In: nothing. Out: the shape of a row of `../table.ts`, and the candidates that a row gives.
// Why: whoever asks why a value was read gets the name of one row, with its reason, an example of what it reads and one of what it
// must leave alone. A row can be taken out and its worth measured (`npm run bench -- ablation`).

import type { Json } from '../../../../../grammar/json.ts';
import type { Scope } from '../../text/scope.ts';
import { touches } from '../../text/scope.ts';
import type { Leaf, LeafType } from '../../tools/tools.ts';
import type { Want } from '../../tools/wants.ts';
import type { Candidate, Place } from '../candidate.ts';
import type { Context } from '../context.ts';
import { fadeOf, scopeOf } from '../context.ts';
import type { Span, SpanKind } from '../spans/span.ts';

interface Described {
  /** Unique; what `--explain` shows. */
  readonly name: string;
  /** Which places it looks at, for which parameters. */
  readonly reads: string;
  /** How far it speaks by itself; words around the place add to it (`../cues.ts`). A call needs FIRM_STRENGTH. */
  readonly strength: number;
  /** False: good for a proposal or a question, never for a call. */
  readonly firm: boolean;
  readonly why: string;
  /** Schemas of parameters by name, the one that the rule fills first. */
  readonly takes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Names of those that are required; the first one when it is left out. */
  readonly needs?: readonly string[];
  /** Name and description of the tool, where they matter. */
  readonly tool?: readonly [name: string, description: string];
  /** A text, and the value that the rule reads from it. */
  readonly case: readonly [said: string, value: unknown];
  /** A text like it from which it reads nothing, or nothing firm. */
  readonly counterCase: string;
  /** The request's clock, in both; without one none is given. */
  readonly now?: string;
  /** In both, the text answers our question for the first parameter. */
  readonly isAnswer?: boolean;
}

/** A rule that looks for its own places in the texts. */
export interface TextRule extends Described {
  readonly matches: (leaf: Leaf, at: number, context: Context) => readonly Reading[];
  /** Types of parameters that it reads values for; all of them when it is left out. It is asked about no other. */
  readonly types?: readonly LeafType[];
  /** Only for parameters that list their values, or only for those that list none. */
  readonly listed?: boolean;
  /** It reads what is denied, too. */
  readonly evenDenied?: boolean;
}

/** A value that a rule read. */
export interface Reading {
  readonly value: Json;
  readonly places: readonly Place[];
  /** How the value comes from the text; `exact` when it stands there. */
  readonly by?: string;
  /** Added to the strength of the rule. */
  readonly more?: number;
  /** This time only a guess. */
  readonly guess?: boolean;
}

/** A rule for places that `../spans/` recognised; the first row for the kind of place and parameter decides. */
export interface SpanRule extends Described {
  readonly kinds: readonly SpanKind[];
  /** Kinds of parameters; all of them when it is left out. */
  readonly wants?: readonly Want[];
  readonly when?: (leaf: Leaf, span: Span, context: Context) => boolean;
  /** The value where it is not the text itself; null when it cannot be one. */
  readonly value?: (leaf: Leaf, span: Span) => { readonly value: Json; readonly by: string } | null;
  /** Added to the strength. */
  readonly more?: (want: Want, span: Span) => number;
  /** Firm only when the text names the parameter beside the place. */
  readonly besideName?: boolean;
}

/** What the first row that fits makes of a span; `value: null` when that row says it is no value of the parameter. */
interface Fitted {
  readonly rule: SpanRule;
  readonly value: Json;
  readonly by: string;
  readonly base: number;
  readonly firm: boolean;
}

/** The row, of those for its kind and the parameter's, that decides about a span; null when none speaks of such places. */
export function readSpan(
  rules: readonly SpanRule[],
  leaf: Leaf,
  want: Want,
  span: Span,
  context: Context,
): Fitted | null {
  for (const rule of rules) {
    if (rule.when?.(leaf, span, context) === false) continue;
    const read =
      rule.value === undefined
        ? {
            value: typeof span.value === 'string' ? span.value : span.source.text.slice(span.start, span.end),
            by: span.by,
          }
        : rule.value(leaf, span);
    return read === null
      ? { rule, value: null, by: '', base: 0, firm: false }
      : { rule, ...read, base: rule.strength + (rule.more?.(want, span) ?? 0), firm: rule.firm };
  }
  return null;
}

/** The candidates of some rules for one parameter. Most rules read nothing in most texts. */
export function readBy(rules: readonly TextRule[], leaf: Leaf, at: number, context: Context): Candidate[] {
  const found: Candidate[] = [];
  for (const rule of rules)
    for (const reading of rule.matches(leaf, at, context)) {
      const [first] = reading.places;
      if (first === undefined || isSilent(rule, reading, scopeOf(first.source, context))) continue;
      found.push({
        value: reading.value,
        by: reading.by ?? 'exact',
        rule: rule.name,
        places: reading.places,
        strength: rule.strength + (reading.more ?? 0) - fadeOf(first.source, context),
        firm: rule.firm && reading.guess !== true,
      });
    }
  return found;
}

function isSilent({ evenDenied }: TextRule, { places }: Reading, { reported, negated }: Scope): boolean {
  return places.some(
    ({ start, end }) => touches(reported, start, end) || (evenDenied !== true && touches(negated, start, end)),
  );
}
