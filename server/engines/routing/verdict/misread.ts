// Misread: values whose nearest words say another reading than their parameter's.
// In: a filled tool. Out: the places of those words.
// Why: "50 cents" is no 50 dollars, "to be shipped" is not shipped yet, "4.6 or less" is no lower bound, and "in 12 minutes" says when
// and not how long. The value is right and what it belongs to is not, so it is asked about.

import { readWords, stemOf } from '../text/words.ts';
import type { Leaf, Tool } from '../tools/tools.ts';
import { sideOf, wantOf } from '../tools/wants.ts';
import type { Place } from '../values/candidate.ts';
import type { Filled } from '../values/fill.ts';
import { isMinor } from '../values/scaled.ts';

export function findMisread({ tool, sent }: Filled, ageMax: number): Place[] {
  return sent.flatMap(({ leaf, assigned }) =>
    (assigned?.candidate.places ?? [])
      .filter((place) => place.source.age <= ageMax && leaf.path.length > 0)
      .filter((place) => {
        const before = place.source.text.slice(Math.max(0, place.start - REACH), place.start);
        const behind = place.source.text.slice(place.start, place.end + REACH).slice(place.end - place.start);
        const text = place.source.text.slice(place.start, place.end);
        const isNumber = leaf.type === 'number' || leaf.type === 'integer';
        return isNumber
          ? isOtherMoney(`${text}${behind}`, leaf, tool) ||
              (leaf.type === 'number' && /#$/u.test(before)) ||
              isOtherBound(`${text}${behind}`, leaf) ||
              (tool.acting && isMoment(before, `${text}${behind}`, leaf))
          : (leaf.enumValues.length > 0 && NOT_YET.test(before)) ||
              isOfDay(before, text, behind, leaf) ||
              isNobody(text, leaf, tool);
      }),
  );
}

/** "French DVDs", where another parameter lists DVDs, is nobody's name; nor is a code that of an author, while customers have some. */
function isNobody(text: string, leaf: Leaf, tool: Tool): boolean {
  if (CODE.test(text) && leaf.nameWords.some((word) => KNOWN_BY_NAME.has(word))) return true;
  if (wantOf(leaf) !== 'person') return false;
  const last = readWords(text).at(-1)?.surface ?? '';
  return tool.leaves.some(
    (other) => other !== leaf && other.enumValues.some((value) => last === `${String(value).toLowerCase()}s`),
  );
}

const CODE = /^\p{L}{1,4}[-_#]?\d{3,}$/u;
const KNOWN_BY_NAME: ReadonlySet<string> = new Set(
  'author writer poet artist singer composer painter actor director'.split(' '),
);

/** Characters around a value that can say what it is. */
const REACH = 40;

/** "To be shipped", "should have been paid", "formerly paid": a state that is not, or no more. */
const NOT_YET =
  /\b(?:(?:to|should|would|could|must|might|may|will|cannot) (?:have )?be(?:en)?|formerly|previously|nearly|once|supposedly) (?:\p{L}+ )?["'“]?$/iu;

const MONEY = 'dollar euro pound yen rupe franc krona zloti peso cent penc penni point'.split(' ');
/** Parts of another unit, which nobody means by an amount without one. */
const PARTS = ['cent', 'penc', 'penni', 'point'];

/** The unit behind the number is another than the schema says. */
function isOtherMoney(text: string, leaf: Leaf, tool: Tool): boolean {
  const unit = stemOf(/^[\d.,]+ ?(\p{L}+)/u.exec(text)?.[1]?.toLowerCase() ?? '');
  // An amount was counted in parts of the currency that is said.
  if (!MONEY.includes(unit) || isMinor(leaf)) return false;
  const said = [
    ...leaf.nameStems,
    ...readWords(`${leaf.description} ${tool.description}`).map(({ stem }) => stem),
    ...tool.nameStems,
  ];
  const stated = MONEY.filter((one) => said.includes(one));
  return stated.length > 0 ? !stated.includes(unit) : PARTS.includes(unit);
}

/** "Or less" behind what is bounded from below, and the other way round. */
function isOtherBound(text: string, leaf: Leaf): boolean {
  const has = (...words: readonly string[]): boolean => words.some((word) => leaf.nameWords.includes(word));
  return (
    (has('min', 'minimum', 'least') && /\bor (?:less|lower|fewer|below|under)\b/iu.test(text)) ||
    (has('max', 'maximum', 'most') && /\bor (?:more|higher|above|over|greater)\b/iu.test(text))
  );
}

const DELAYS: ReadonlySet<string> = new Set(['in', 'delay', 'after', 'wait', 'within', 'until', 'before', 'from']);
const AFTER_IT =
  /^(?:run|start|do it|sent?|execute)?\b ?after (?:how many|so many|this many|that many)\b|\bin how many\b/iu;

/** "The orders from yesterday" are those of one day, and not all since. */
function isOfDay(before: string, text: string, behind: string, leaf: Leaf): boolean {
  return (
    sideOf(leaf) === 'from' &&
    /\bfrom $/iu.test(before) &&
    /^(?:yesterday|last night)$/iu.test(text) &&
    !/^ (?:on|onwards?|to|until|till|through|and)\b/iu.test(behind)
  );
}

/** "In 12 minutes": when, for a parameter that says how long. */
function isMoment(before: string, text: string, leaf: Leaf): boolean {
  const says = new Set([...leaf.nameWords, ...readWords(leaf.description).map(({ surface }) => surface)]);
  return (
    /\bin (?:about )?$/iu.test(before) &&
    /^\d+ ?(?:s|secs?|seconds?|mins?|minutes?|hours?|h)\b/iu.test(text) &&
    !leaf.nameWords.some((word) => DELAYS.has(word)) &&
    // "Lock again after so many minutes" says when something else is done.
    !(
      AFTER_IT.test(leaf.description) ||
      ['delay', 'wait', 'within', 'until', 'before', 'from'].some((word) => says.has(word))
    )
  );
}
