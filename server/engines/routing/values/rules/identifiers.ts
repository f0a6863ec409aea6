// Identifiers: names joined by underscores.
// In: a leaf and the context. Out: readings. Why: nobody writes "open_invoices" for anything but a thing of that name; where a tool
// needs the name of one thing and no list or pattern knows it, that is the thing.

import { functionClassOf } from '../../text/function-words.ts';
import { isActVerb, isLookingVerb } from '../../text/verbs.ts';
import { readWords, stemOf } from '../../text/words.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Bit } from '../bits.ts';
import { bitsOf, wordBefore } from '../bits.ts';
import type { Context } from '../context.ts';
import { shapeOf } from '../shapes.ts';
import type { Reading, TextRule } from './rule.ts';

/** Letters, then digits or letters, in parts of which none is empty. */
const JOINED = /^\p{L}[\p{L}\p{N}]*(?:_[\p{L}\p{N}]+)+$/u;

/** "Name or ID of the report", "report_name": it takes what something is called. */
const NAMED = /^(?:the )?(?:unique |exact |full )?(?:name|id|identifier|key|slug)\b/iu;

function takesIdentifier(leaf: Leaf): boolean {
  return (
    leaf.requiredInside &&
    leaf.type === 'string' &&
    leaf.enumValues.length === 0 &&
    leaf.format === null &&
    (NAMED.test(leaf.description) || /^(?:name|id|key|slug)$/u.test(leaf.nameWords.at(-1) ?? ''))
  );
}

/** The name of a parameter or a value that one lists is no thing of the user's. */
function isOfSchema({ lower }: Bit, { leaves, tool }: Context): boolean {
  return (
    lower === tool.name.toLowerCase() ||
    leaves.some(
      ({ path, enumValues }) =>
        path.at(-1) === lower || enumValues.some((value) => typeof value === 'string' && value.toLowerCase() === lower),
    )
  );
}

/**
 * "Delete user ann_lee", of a tool for groups: another noun says what it is. What acts on any thing of a name needs its own noun; who
 * runs or exports something says what alone.
 */
function isOfOtherKind(bit: Bit, leaf: Leaf, { tool, known }: Context): boolean {
  const before = wordBefore(bit);
  const stem = stemOf(before);
  const isVerb = tool.acts.has(stem) || tool.ways.has(before) || isActVerb(before) || isLookingVerb(before);
  if (before !== '' && functionClassOf(before).kind === 'open' && !known.has(stem) && !isVerb) return true;
  if (!tool.acting || RUNNING.test(bit.source.text)) return false;
  const nouns = new Set([...leaf.nameStems, ...tool.nameStems.filter((own) => !tool.acts.has(own))]);
  return !readWords(bit.source.text).some((word) => nouns.has(word.stem));
}

const RUNNING = /\b(?:re-?)?(?:run|execute|export|schedule|query|download)\b/iu;

function matchIdentifier(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (!takesIdentifier(leaf) || context.leaves.filter(takesIdentifier).length > 1) return [];
  // Another parameter that asks for such a form takes it as well.
  const fits = (bit: Bit): boolean => shapeOf(leaf.schema)?.matches(bit.text) !== false;
  const isClaimed = (bit: Bit): boolean =>
    context.leaves.some((one) => one !== leaf && shapeOf(one.schema)?.matches(bit.text) === true);
  return context.sources.flatMap((source): Reading[] => {
    const [only, ...more] = bitsOf(source).filter((bit) => JOINED.test(bit.text) && !isOfSchema(bit, context));
    if (only === undefined || more.length > 0 || !fits(only) || isClaimed(only)) return [];
    return isOfOtherKind(only, leaf, context) ? [] : [{ value: only.text, places: [only] }];
  });
}

export const IDENTIFIERS: readonly TextRule[] = [
  {
    name: 'identifier',
    reads: 'the one name joined by underscores, for the one required parameter that takes a name or an id',
    matches: matchIdentifier,
    types: ['string'],
    listed: false,
    strength: 2,
    firm: true,
    why: 'Nobody joins words so but in what something is called.',
    takes: { report: { type: 'string', description: 'Name or ID of the report' } },
    tool: ['run_report', 'Run a report.'],
    case: ['Run late_rents for May', 'late_rents'],
    counterCase: 'Run late_rents and open_repairs',
  },
];
