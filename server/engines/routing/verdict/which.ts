// Which: words that tell which thing is to be changed, taken for what it is to become.
// In: a filled tool that acts. Out: the places of such values.
// Why: "update the urgent ticket 12" says which ticket, and not that it shall be urgent; "close Ann's ticket" says whose it is. Where the
// thing has a name or a number of its own, what stands right before its noun describes it, and whether that holds nobody checks.

import { readWords } from '../text/words.ts';
import type { Leaf, Tool } from '../tools/tools.ts';
import type { Place } from '../values/candidate.ts';
import type { Filled, Slot } from '../values/fill.ts';

export function findWhich({ tool, sent }: Filled, ageMax: number): Place[] {
  if (!tool.acting || tool.makes.size > 0) return [];
  const names = tool.leaves.filter(
    (leaf) => isName(leaf, tool) && !sent.some((slot) => slot.leaf === leaf && isNew(slot)),
  );
  if (names.length === 0) return [];
  const things = new Set(names.map(({ nameStems }) => nameStems[0] ?? ''));
  return sent.flatMap((slot) =>
    slot.leaf.required || slot.leaf.path.length === 0 || names.includes(slot.leaf)
      ? []
      : (slot.assigned?.candidate.places ?? []).filter(
          (place) =>
            place.source.age <= ageMax &&
            (isInAside(place) || isBeforeThing(place, slot, tool, things) || isOfThing(place, things, names, sent)),
        ),
  );
}

/** "Change the seat of Edda to 14C": what is changed, and no name of it. */
function isNew({ assigned }: Slot): boolean {
  return (assigned?.candidate.places ?? []).some(({ source, start }) =>
    /\bto ["“]?$/u.test(source.text.slice(Math.max(0, start - REACH), start)),
  );
}

/** By this the thing is told from others: its id, or what is called after it ("ticket", "document_name"). */
function isName({ nameWords, nameStems, type, schema, enumValues, ...leaf }: Leaf, tool: Tool): boolean {
  if (enumValues.length > 0 || type === 'boolean' || type === 'array') return false;
  const head = nameStems[0] ?? '';
  const isOfThing = thingsOf(tool).includes(head);
  return isOfThing && (schema.has('pattern') || type === 'integer' || nameWords.length <= 2 || leaf.required);
}

/** Stems of what the tool is named after, without its act. */
function thingsOf({ nameWords, nameStems, actWords }: Tool): readonly string[] {
  return nameStems.filter((_, at) => !actWords.has(nameWords[at] ?? ''));
}

/** "The urgent ticket", "the high priority ticket", "Ann's ticket": up to the noun stand only words of the parameter. */
function isBeforeThing(
  { source, start, end }: Place,
  { leaf }: Slot,
  tool: Tool,
  things: ReadonlySet<string>,
): boolean {
  const behind = source.text.slice(end, end + REACH);
  const led = /^["”]?(?:['’]s?)? /u.exec(behind)?.[0].length;
  const lead = readWords(source.text.slice(Math.max(0, start - REACH), start)).at(-1);
  // Behind the act or an article; behind "to" or "a" stands what the thing is to be ("make it an urgent ticket").
  if (led === undefined || lead === undefined || !(ARTICLE.test(lead.surface) || tool.acts.has(lead.stem)))
    return false;
  const words = readWords(behind.slice(led));
  const at = words.findIndex(({ stem }) => things.has(stem));
  return (
    at >= 0 &&
    at <= WORDS_MAX &&
    /^[^.,;:!?]*$/u.test(behind.slice(led, led + (words[at]?.start ?? 0))) &&
    words.slice(0, at).every(({ stem }) => leaf.nameStems.includes(stem))
  );
}

const ARTICLE = /^(?:the|this|that|these|those|my|our|your|all)$/u;
/** Characters before and behind a value that can say what it is. */
const REACH = 60;
/** "High priority level ticket". */
const WORDS_MAX = 2;

/** "Ticket 12, which is urgent", "the card C-4, the red one": said of the thing beside the order. */
function isInAside({ source, start, end }: Place): boolean {
  const before = source.text.slice(Math.max(0, start - REACH), start);
  return (
    /(?<!\bso )\b(?:which|that|who) (?:is|are|was|were) (?:now |currently |still )?["“]?$/iu.test(before) ||
    (/\bthe $/iu.test(before) && /^ ones?\b/iu.test(source.text.slice(end, end + REACH)))
  );
}

/** "Ticket 12 of Ann", "the ticket of Ann", "ticket 12 assigned to Ann": whose it is. */
function isOfThing(
  { source, start }: Place,
  things: ReadonlySet<string>,
  names: readonly Leaf[],
  sent: readonly Slot[],
): boolean {
  const before = source.text.slice(Math.max(0, start - REACH), start);
  const lead = / (?:of|(?:\p{L}+ed|belonging) (?:to|by|for)) ["“]?$/u.exec(before);
  // "I want ticket 12 assigned to Ann" orders it.
  if (lead === null || (lead[0] !== ' of ' && /\b(?:want|need|like|have|get|see|keep)\b/iu.test(before))) return false;
  const end = start - lead[0].length;
  const word = readWords(source.text.slice(Math.max(0, end - REACH), end)).at(-1);
  return (
    (word !== undefined && things.has(word.stem)) ||
    sent.some(
      ({ leaf, assigned }) =>
        names.includes(leaf) &&
        assigned?.candidate.places.some((place) => place.source === source && place.end === end) === true,
    )
  );
}
