// Fill: one tool filled from what the user said, checked against its schema.
// In: a tool, spans and sources. Out: a slot per leaf with its value, margin and fault; what is missing, invalid or unsure.
// Why: whether a call may be sent depends on each argument alone and on all of them together; both are read here and nowhere else.

import type { Json } from '../../../../grammar/json.ts';
import type { Budget } from '../../../schema/check.ts';
import type { InvalidArgument } from '../../../services/routing/wire/route.ts';
import { isStopWord, readWords } from '../text/words.ts';
import type { SchemaMap } from '../tools/schema.ts';
import type { Leaf, LeafPath, Tool } from '../tools/tools.ts';
import { argumentName, asSent, ITEM, isPerItem, requiredOf } from '../tools/tools.ts';
import type { Assigned } from './assign.ts';
import { assign } from './assign.ts';
import type { Candidate, Place } from './candidate.ts';
import { FIRM_STRENGTH } from './candidate.ts';
import type { Asked } from './context.ts';
import type { Fitting } from './fit.ts';
import { fitLeaves, fitOnce, startFitting } from './fit.ts';
import { ASCII, matchesIn } from './matches.ts';
import { shapeOf } from './shapes.ts';
import type { Source, Span } from './spans/span.ts';
import type { Fault } from './validate.ts';
import { faultOf } from './validate.ts';

/** A value is sure when every other reading loses at least this much. */
export const SURE_MARGIN = 0.45;
/** A value this strong is meant for its parameter even when the schema forbids it: then the value is what is wrong. */
const MEANT_STRENGTH = 1.4;

/** An optional value at least this strong was said, even when its reading is not certain. */
const DOUBTFUL_STRENGTH = 2;

export interface Slot {
  readonly leaf: Leaf;
  readonly assigned: Assigned | null;
  /** Why the schema forbids the value or cannot tell, or null. */
  readonly fault: Fault | null;
  readonly firm: boolean;
  readonly sure: boolean;
}

export interface Filled {
  readonly tool: Tool;
  readonly slots: readonly Slot[];
  /** All that could fill each parameter of the tool, in their order. */
  readonly readings: readonly (readonly Candidate[])[];
  /** Required names without firm evidence, objects named as a whole when nothing in them was said. */
  readonly missing: readonly string[];
  /** Values that were meant and cannot be sent. */
  readonly invalid: readonly InvalidArgument[];
  /** Those of `invalid` that may be right: their parameter's schema cannot be checked. */
  readonly unchecked: readonly InvalidArgument[];
  /** Arguments with two readings of nearly equal strength. */
  readonly unsure: readonly string[];
  /** Why the arguments together do not satisfy the schema, or null. */
  readonly whole: string | null;
  /** The slots a call would send. */
  readonly sent: readonly Slot[];
  readonly arguments: Json;
  /** Everything that was guessed, for a person. */
  readonly guess: Json;
  /** Share of required leaves that anything at all could fill, 0..1. */
  readonly satisfied: number;
  /** How many arguments would be sent whose values can be for nothing else: they match a declared pattern that no word matches. */
  readonly claimed: number;
}

export function fillTool(
  tool: Tool,
  spans: readonly Span[],
  sources: readonly Source[],
  asked: Asked | null,
  budget: Budget,
): Filled {
  return fillFitted(startFitting(tool, spans, sources, asked), spans, budget);
}

export function fillFitted(fitting: Fitting, spans: readonly Span[], budget: Budget): Filled {
  const { tool, sources } = fitting.context;
  const candidates = fitLeaves(fitting);
  const assigned = assign(candidates);
  const slots = withLastNumber(
    tool.leaves.map((leaf, at) => readSlot(leaf, assigned[at] ?? null, budget)),
    spans,
  );
  const meant = slots.filter(({ assigned }) => (assigned?.candidate.strength ?? 0) >= MEANT_STRENGTH);
  const unchecked = meant.filter(({ fault }) => fault?.isOpen === true).map(toInvalid);
  const invalid = [...meant.filter(({ fault }) => fault?.isOpen === false).map(toInvalid), ...unchecked];
  const sent = dropHalfObjects(evenRows(slots.filter((slot) => slot.firm && slot.fault === null)), tool.leaves);
  const values = build(tool, sent);
  const missing = findMissing(
    tool.bounded.root,
    [],
    new Set(sent.map((slot) => slot.leaf.argument)),
    tool.leaves,
  ).filter((name) => !invalid.some(({ param }) => param === name));
  const required = slots.filter((slot) => slot.leaf.required);
  return {
    tool,
    slots,
    readings: candidates,
    missing,
    invalid,
    unchecked,
    // Only the leader is asked, and only when nothing else speaks against it.
    get unsure() {
      return slots
        .filter((slot) =>
          sent.includes(slot)
            ? !slot.sure
            : (isDoubtful(slot) || isNamed(slot, tool, sources)) && !missing.includes(slot.leaf.argument),
        )
        .map((slot) => slot.leaf.argument);
    },
    whole:
      missing.length > 0 || invalid.length > 0 ? null : (faultOf(values, tool.bounded.root, budget)?.reason ?? null),
    sent,
    arguments: values,
    guess: build(
      tool,
      slots.filter((slot) => slot.assigned !== null && slot.fault === null && (slot.firm || slot.leaf.required)),
    ),
    claimed: sent.filter(isClaimed).length,
    satisfied: required.length === 0 ? 1 : required.filter(isFilled).length / required.length,
  };
}

/**
 * Whether a required parameter stays without a value whatever else is read: nothing that could be sent fits it. `isOpen` leaves out
 * places that do not count.
 */
export function lacksRequired(fitting: Fitting, isOpen: (place: Place) => boolean = () => true): boolean {
  return fitting.context.leaves.some(
    (leaf, at) =>
      leaf.required &&
      leaf.path.length === 1 &&
      !fitOnce(fitting, at).some((one) => mayBeSent(one, leaf) && (one.places.length === 0 || one.places.some(isOpen))),
  );
}

/** A code may become firm when the other parameters have theirs, and a weak number when it is the last one. */
function mayBeSent({ firm, rule, strength }: Candidate, leaf: Leaf): boolean {
  return rule === 'declared-pattern' || (firm && (strength >= FIRM_STRENGTH || isNumeric(leaf)));
}

function isNumeric({ type }: Leaf): boolean {
  return type === 'number' || type === 'integer';
}

/** Whichever rule read it: what matches such a pattern is claimed. */
function isClaimed({ leaf, assigned }: Slot): boolean {
  const { rule, value } = assigned?.candidate ?? {};
  if (rule === 'declared-items' || rule === 'instant') return true;
  const shape = typeof value === 'string' && leaf.enumValues.length === 0 ? shapeOf(leaf.schema) : null;
  return shape?.telling === true && shape.matches(value as string);
}

/** What a pattern refuses was hardly meant for this tool; a number out of bounds may have been. */
function isFilled({ leaf, assigned, fault }: Slot): boolean {
  return assigned !== null && (fault === null || leaf.type !== 'string');
}

/** The same tool with one argument's value in the place of another's, or added. */
export function replaceSlot(filled: Filled, slot: Slot, budget: Budget): Filled {
  const put = (slots: readonly Slot[]): Slot[] =>
    slots.some(({ leaf }) => leaf === slot.leaf)
      ? slots.map((one) => (one.leaf === slot.leaf ? slot : one))
      : [...slots, slot];
  const sent = put(filled.sent);
  const values = build(filled.tool, sent);
  return {
    ...filled,
    slots: put(filled.slots),
    sent,
    arguments: values,
    guess: values,
    unsure: [],
    whole: faultOf(values, filled.tool.bounded.root, budget)?.reason ?? null,
  };
}

/** An argument that somebody gave and a place says: there is nothing to weigh it against. */
export function givenSlot(leaf: Leaf, candidate: Candidate): Slot {
  return { leaf, assigned: { candidate, margin: Infinity }, fault: null, firm: true, sure: true };
}

function readSlot(leaf: Leaf, assigned: Assigned | null, budget: Budget): Slot {
  if (assigned === null) return { leaf, assigned, fault: null, firm: false, sure: false };
  const { candidate } = assigned;
  return {
    leaf,
    assigned,
    fault:
      rowsOf(candidate.value, leaf)
        .map((value) => faultOf(asSent(value, leaf), leaf.schema, budget))
        .find((fault) => fault !== null) ?? null,
    firm: candidate.firm && candidate.strength >= FIRM_STRENGTH,
    get sure() {
      return assigned.margin >= SURE_MARGIN;
    },
  };
}

/** The values of a member of a list of objects, one for each object that was said. */
function rowsOf(value: Json, leaf: Leaf): readonly Json[] {
  return isPerItem(leaf) && leaf.type !== 'array' && Array.isArray(value) ? value : [value];
}

function countRows({ leaf, assigned }: Slot): number {
  return assigned === null ? 0 : rowsOf(assigned.candidate.value, leaf).length;
}

/** The members of a list of objects that were said as often as the one said most often: the others belong to no object. */
function evenRows(slots: readonly Slot[]): Slot[] {
  return slots.filter(
    (slot) =>
      !isPerItem(slot.leaf) ||
      slots.every((other) => !sameParent(other.leaf, slot.leaf) || countRows(other) <= countRows(slot)),
  );
}

/**
 * "A loan of 250k at 4.5 % over 30 years": where there are as many numbers as parameters for them, and all but one are firm in their
 * places by unit or cue, the last number can only be the last parameter's.
 */
function withLastNumber(slots: readonly Slot[], spans: readonly Span[]): readonly Slot[] {
  const numeric = slots.filter(({ leaf }) => isNumeric(leaf));
  const numbers = spans.filter(
    ({ kind, source, detail }) => kind === 'number' && source.age === 0 && detail.doubtful !== true,
  );
  const open = numeric.filter(({ firm }) => !firm);
  const [last] = open;
  if (
    numeric.length < 2 ||
    numbers.length !== numeric.length ||
    open.length !== 1 ||
    last === undefined ||
    last.assigned?.candidate.firm !== true ||
    numeric.some(({ assigned }) => assigned?.candidate.places.some(({ source }) => source.age > 0) !== false)
  )
    return slots;
  return slots.map((slot) => (slot === last ? { ...slot, firm: true, sure: true } : slot));
}

/** Said strongly and read doubtfully: leaving it out would drop what the user said. */
function isDoubtful(slot: Slot): boolean {
  return slot.fault === null && !slot.firm && (slot.assigned?.candidate.strength ?? 0) >= DOUBTFUL_STRENGTH;
}

/**
 * An optional parameter of two words or more that the last turn names in full was spoken of, whatever its value is; one of one word
 * where its sentence ends ("servers of type"), or a word of its own follows ("in namespace shop").
 */
function isNamed({ leaf, fault }: Slot, tool: Tool, sources: readonly Source[]): boolean {
  const name = leaf.nameWords.join(' ');
  if (fault !== null || leaf.nameWords.length === 0) return false;
  // Words of identifiers are letters and digits, so nothing needs escaping.
  if (leaf.nameWords.length === 1) {
    return sources.some((source) => {
      const { text, age } = source;
      if (age > 0 || !mayLeadTo(name, source)) return false;
      if (new RegExp(`\\b(?:of|by|with|for) (?:the )?${name}\\s*(?:[.?!]|$)`, 'iu').test(text)) return true;
      const next = new RegExp(
        `\\b(?:of|by|with|in|on|under|using) (?:the )?${name} (\\p{L}[\\p{L}-]*)(?=\\s*(?:[.,;?!]|$|(?:in|on|at|to|from|with|and|for)\\b))`,
        'iu',
      ).exec(text)?.[1];
      return (
        next !== undefined &&
        !isStopWord(next.toLowerCase()) &&
        leaf.type === 'string' &&
        leaf.enumValues.length === 0 &&
        !tool.nameWords.includes(name)
      );
    });
  }
  if (leaf.nameStems.every((stem) => tool.nameStems.includes(stem) || tool.descriptionStems.includes(stem)))
    return false;
  return sources.some(({ text, age }) => {
    const words = age === 0 ? readWords(text) : [];
    return words.some((_, at) => leaf.nameStems.every((stem, step) => words[at + step]?.stem === stem));
  });
}

/** Whether one of the words that lead to a value stands before the name: no pattern is made for all the names that nobody says. */
function mayLeadTo(name: string, source: Source): boolean {
  return matchesIn(source, LEADS).some(({ 0: lead, 1: article = '', index }) => {
    const behind = index + lead.length;
    return [behind, behind - article.length].some((start) => {
      const said = source.text.slice(start, start + name.length).toLowerCase();
      // Letters outside ASCII fold in more ways than one.
      return said === name || !ASCII.test(said) || !ASCII.test(name);
    });
  });
}

const LEADS = /\b(?:of|by|with|for|in|on|under|using) (the )?/giu;

function toInvalid(slot: Slot): InvalidArgument {
  const candidate = slot.assigned?.candidate as Candidate;
  return { param: slot.leaf.argument, value: asSent(candidate.value, slot.leaf), reason: slot.fault?.reason ?? '' };
}

/** An optional object that lacks one of its own required members is left out whole: half an object is no value. */
function dropHalfObjects(slots: readonly Slot[], leaves: readonly Leaf[]): Slot[] {
  return slots.filter((slot) => slot.leaf.path.length === 1 || slot.leaf.required || isComplete(slot, slots, leaves));
}

function isComplete(slot: Slot, slots: readonly Slot[], leaves: readonly Leaf[]): boolean {
  return leaves.every(
    (leaf) => !leaf.requiredInside || !sameParent(leaf, slot.leaf) || slots.some((other) => other.leaf === leaf),
  );
}

function sameParent(a: Leaf, b: Leaf): boolean {
  return a.path.length === b.path.length && a.path.slice(0, -1).every((name, at) => name === b.path[at]);
}

/** Arguments in the order the schema lists them. */
function build(tool: Tool, slots: readonly Slot[]): Json {
  const root = new Map<string, Json>();
  for (const leaf of tool.leaves) {
    const slot = slots.find((one) => one.leaf === leaf);
    if (slot?.assigned === null || slot?.assigned === undefined) continue;
    for (const [row, value] of rowsOf(slot.assigned.candidate.value, leaf).entries())
      put(root, leaf.path, wrapped(asSent(value, leaf), leaf), row);
  }
  return root;
}

function wrapped(value: Json, { wrap }: Leaf): Json {
  return wrap === null || !Array.isArray(value) ? value : value.map((item) => new Map([[wrap, item]]));
}

/** `row` is the object of the list in which the path leads on. */
function put(object: Map<string, Json>, [name, ...rest]: LeafPath, value: Json, row: number): void {
  const member = String(name);
  if (rest.length === 0) {
    object.set(member, value);
    return;
  }
  if (rest[0] !== ITEM) {
    const inner = mapOf(object.get(member));
    object.set(member, inner);
    put(inner, rest, value, row);
    return;
  }
  const before = object.get(member);
  const items = Array.isArray(before) ? before : [];
  const inner = mapOf(items[row]);
  items[row] = inner;
  object.set(member, items);
  put(inner, rest.slice(1), value, row);
}

function mapOf(value: Json | undefined): Map<string, Json> {
  return value instanceof Map ? value : new Map();
}

/** Required members without a value, walking only into objects that are themselves required. */
function findMissing(object: SchemaMap, above: LeafPath, sent: ReadonlySet<string>, leaves: readonly Leaf[]): string[] {
  const properties = object.get('properties');
  const missing: string[] = [];
  for (const name of requiredOf(object)) {
    const path = [...above, name];
    const below = leaves.filter((leaf) => path.every((part, at) => leaf.path[at] === part));
    if (below.some((leaf) => leaf.path.length === path.length)) {
      if (!sent.has(argumentName(path))) missing.push(argumentName(path));
    } else if (!below.some((leaf) => sent.has(leaf.argument))) missing.push(argumentName(path));
    else {
      const inner = properties instanceof Map ? properties.get(name) : undefined;
      const items = inner instanceof Map ? inner.get('items') : undefined;
      if (below.some((leaf) => leaf.path[path.length] === ITEM) && items instanceof Map)
        missing.push(...findMissing(items, [...path, ITEM], sent, leaves));
      else if (inner instanceof Map) missing.push(...findMissing(inner, path, sent, leaves));
    }
  }
  return missing;
}
