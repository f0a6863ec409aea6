// Listed: values that the parameter itself lists: an enum, a flag's two, a map or examples in its description.
// In: a leaf and the context. Out: candidates for each place that says one of them.
// Why: a listed value said by the user is the strongest evidence there is.

import type { Json } from '../../../../grammar/json.ts';
import { JsonNumber } from '../../../../grammar/json.ts';
import { readQuoted, readScope, touches } from '../text/scope.ts';
import { ACTING_CLASSES, verbClassOf } from '../text/verbs.ts';
import { isStopWord, splitIdentifier, stemOf } from '../text/words.ts';
import type { Leaf } from '../tools/tools.ts';
import type { Candidate } from './candidate.ts';
import { goesOn, joinItems, keepBest } from './candidate.ts';
import type { Context } from './context.ts';
import { countScore, cueFor } from './cues.ts';
import { isNumeric, isWeakValue, readEnumChoices, readFlag, readMisspelt, readSwitch } from './spans/choices.ts';

export function fitChoices(leaf: Leaf, at: number, context: Context): Candidate[] {
  const found: Candidate[] = [];
  for (const source of context.sources) {
    const words = context.words.get(source) ?? [];
    const scope = context.scopes.get(source) ?? readScope(source.text);
    if (leaf.type === 'boolean' || leaf.itemType === 'boolean') {
      for (const flag of readFlag(leaf, source, words, context.toolStems)) {
        if (touches(scope.reported, flag.start, flag.end)) continue;
        // Said, and not clear how: to be asked about.
        const doubtful = flag.by === 'boolean-doubt';
        found.push({
          value: flag.value,
          by: flag.by,
          places: [flag],
          strength: (doubtful ? 2 : 1.9) - 0.3 * source.age,
          firm: !doubtful,
        });
      }
      continue;
    }
    const choices = readEnumChoices(leaf, source, words).filter(
      // The "do not" of do_not_disturb denies nothing.
      (choice) =>
        (!touches(scope.negated, choice.start, choice.end) ||
          scope.negated.some(({ start, end }) => choice.start <= start && start < choice.end && choice.end <= end)) &&
        !touches(scope.reported, choice.start, choice.end),
    );
    const items: Candidate[] = choices.map((choice) => {
      const cue = cueFor(leaf, at, choice, context) + (isNumeric(choice.value) ? countScore(leaf, choice) : 0);
      const isYear =
        leaf.nameWords.includes('year') && typeof choice.value === 'string' && /^(?:19|20)\d\d$/u.test(choice.value);
      // A word of the tool's own name says the tool, not one of its options.
      const named = !leaf.required && typeof choice.value === 'string' && saysOwn(choice.value, context) && cue < 0.8;
      const base = isYear
        ? 2
        : named || isWeakValue(choice.value)
          ? isNumeric(choice.value)
            ? 0.8
            : 0.4
          : choice.by === 'inflection'
            ? 2.0
            : 2.5;
      return {
        value: choice.value,
        by: choice.by,
        places: [choice],
        strength: base + cue - 0.3 * source.age,
        firm: isYear || (!named && !isWeakValue(choice.value)) || cue >= 0.8,
      };
    });
    if (leaf.type !== 'array') {
      found.push(...items);
      // "Turn the light off" for a parameter that is "on" or "off".
      const switched =
        leaf.enumValues.some((value) => isSwitch(value, true)) &&
        leaf.enumValues.some((value) => isSwitch(value, false))
          ? readSwitch(source)
          : [];
      for (const { start, end, on } of switched) {
        const value = leaf.enumValues.find((one) => isSwitch(one, on));
        if (value === undefined || touches(scope.negated, start, end) || touches(scope.reported, start, end)) continue;
        found.push({
          value,
          by: 'boolean-cue',
          places: [{ source, start, end }],
          strength: 1.9 - 0.3 * source.age,
          firm: true,
        });
      }
      // "But not a single room" restricts what is asked for, and no argument can say so.
      const denied =
        source.age > 0 || leaf.required
          ? []
          : readEnumChoices(leaf, source, words).filter(
              (choice) => touches(scope.negated, choice.start, choice.end) && !isWeakValue(choice.value),
            );
      if (items.length === 0)
        found.push(
          ...denied.map((choice) => ({
            value: choice.value,
            by: 'denied',
            places: [choice],
            strength: 2,
            firm: false,
          })),
        );
      // Strong enough to be asked about, never sent.
      const misspelt = readMisspelt(leaf, source, words).filter(
        (choice) =>
          !touches(scope.negated, choice.start, choice.end) && !touches(scope.reported, choice.start, choice.end),
      );
      found.push(
        ...misspelt.map((choice) => ({
          value: choice.value,
          by: choice.by,
          places: [choice],
          strength: 2 - 0.3 * source.age,
          firm: false,
        })),
      );
    } else if (items.length > 0) {
      const distinct = keepBest(items).sort((a, b) => (a.places[0]?.start ?? 0) - (b.places[0]?.start ?? 0));
      const joined = joinItems(distinct);
      found.push({ ...joined, firm: joined.firm && !goesOn(source, joined.places) });
    }
  }
  return found;
}

function isSwitch(value: Json, on: boolean): boolean {
  return typeof value === 'string' && value.toLowerCase() === (on ? 'on' : 'off');
}

function saysOwn(value: string, { toolWords }: Context): boolean {
  const stem = stemOf(value.toLowerCase());
  return [...toolWords].some((word) => stemOf(word) === stem);
}

/** "1 = Bangkok, 2 = Phuket" or "'1' represents red, '2' for blue" in a description is a map; saying "Phuket" says 2. */
export function fitMap(leaf: Leaf, context: Context): Candidate[] {
  const pairs = [...leaf.description.matchAll(MAP_PAIR)].map(([, code = '', label = '']) => ({
    code,
    label: splitIdentifier(label).filter((word) => !isStopWord(word)),
  }));
  if (pairs.length < 2) return [];
  // What every label says ("red paint", "blue paint") tells none from another.
  const shared = (pairs[0]?.label ?? []).filter(
    (word) =>
      pairs.every(({ label }) => label.includes(word)) ||
      (context.known.has(stemOf(word)) && leaf.nameStems.includes(stemOf(word))),
  );
  const found: Candidate[] = [];
  for (const { code, label } of pairs) {
    const telling = label
      .filter((word) => !shared.includes(word) && !leaf.nameStems.includes(stemOf(word)))
      .map(stemOf);
    const value =
      leaf.type === 'string' || leaf.type === 'any'
        ? code
        : /^\d+$/u.test(code)
          ? new JsonNumber(String(Number(code)))
          : null;
    if (telling.length === 0 || value === null) continue;
    for (const source of context.sources) {
      const words = context.words.get(source) ?? [];
      const scope = context.scopes.get(source) ?? readScope(source.text);
      const at = words.findIndex((_, from) => telling.every((stem, step) => words[from + step]?.stem === stem));
      const [first, last] = [words[at], words[at + telling.length - 1]];
      if (
        first === undefined ||
        last === undefined ||
        touches(scope.negated, first.start, last.end) ||
        touches(scope.reported, first.start, last.end)
      )
        continue;
      found.push({
        value,
        by: 'description-map',
        places: [{ source, start: first.start, end: last.end }],
        strength: 2.2 - 0.3 * source.age,
        firm: true,
      });
    }
  }
  return found;
}

const MAP_PAIR =
  /(?<![\p{L}\p{N}.])['"]?(\d{1,6}|[A-Z]{2,5})['"]?\s?(?:=|:|->|=>|for|represents|is|means|stands for|corresponds to|indicates)\s?(?:an? |the )?['"]?(\p{L}[\p{L} ]{2,30}\p{L})/gu;

/** "Remove it" asks for `delete` where the values are acts: one value whose act is of the class of the verb that was said. */
export function fitActs(leaf: Leaf, context: Context): Candidate[] {
  const acts = leaf.enumValues.flatMap((value) => {
    const kind = typeof value === 'string' ? verbClassOf(value.toLowerCase()) : undefined;
    return kind === undefined || !ACTING_CLASSES.has(kind) ? [] : [{ value, kind }];
  });
  if (acts.length < 2 || new Set(acts.map(({ kind }) => kind)).size < acts.length) return [];
  const found: Candidate[] = [];
  for (const source of context.sources) {
    const scope = context.scopes.get(source) ?? readScope(source.text);
    for (const word of context.words.get(source) ?? []) {
      const act = acts.find(({ kind }) => kind === verbClassOf(word.surface));
      if (
        act === undefined ||
        [scope.negated, scope.reported, scope.quoted].some((stretches) => touches(stretches, word.start, word.end))
      )
        continue;
      found.push({
        value: act.value,
        by: 'act',
        places: [{ source, start: word.start, end: word.end }],
        strength: 1.7 - 0.3 * source.age,
        firm: source.age === 0,
      });
      break;
    }
  }
  return found;
}

/** Values that a description quotes ("such as 'jazz', 'rock'") are what the parameter takes: saying one is saying it. */
export function fitExamples(leaf: Leaf, at: number, context: Context): Candidate[] {
  if (
    (leaf.type !== 'string' && !(leaf.type === 'array' && leaf.itemType !== 'number' && leaf.itemType !== 'integer')) ||
    leaf.enumValues.length > 0
  )
    return [];
  const quoted = readQuoted(leaf.description).map(({ start, end }) => leaf.description.slice(start, end).trim());
  const examples = quoted.length > 0 ? quoted : namedExamples(leaf.description);
  const values = [...new Set(examples)].filter(
    (example) =>
      /^\p{L}[\p{L} -]{2,40}$/u.test(example) &&
      !isStopWord(example.toLowerCase()) &&
      !NO_VALUE.test(example) &&
      !splitIdentifier(example).every((word) => context.nameCounts.has(stemOf(word))),
  );
  if (values.length === 0 || values.length > EXAMPLES_MAX) return [];
  const listed: Leaf = { ...leaf, type: leaf.type, enumValues: values };
  return fitChoices(listed, at, context)
    .filter(({ by }) => by === 'exact' || by === 'case')
    .map((one) => ({
      ...one,
      strength: one.strength - (quoted.length > 0 ? 0.5 : 0.8),
      firm: one.firm && quoted.length > 0,
    }));
}

/** "such as oil, acrylic or ink": examples without quotes end with their clause. */
function namedExamples(description: string): string[] {
  return [
    ...description.matchAll(
      /\b(?:e\.g\.,?|eg\.|such as|like|for instance,?|for example,?|can be|one of)[: ]+([^.;()]{3,120})/giu,
    ),
  ]
    .flatMap(([, list = '']) => list.split(/,|\bor\b|\band\b/iu))
    .map((item) => item.trim())
    .filter(
      (item) => /^\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*){0,2}$/u.test(item) && !/^(?:etc|others?|more|so on)$/iu.test(item),
    );
}

/** More than this are no examples but a catalogue, whose words are found in every text. */
const EXAMPLES_MAX = 24;
// Quoted words that state a form or the absence of a value.
const NO_VALUE =
  /^(?:dontcare|none|null|any|all|default|true|false|City.*|State|YYYY.*|string|integer|number|example|name|value|unknown|other)$/iu;
