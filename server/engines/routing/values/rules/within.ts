// Within: the name of what a thing is in, behind "in".
// In: a leaf and the context. Out: readings. Why: a schema asks for the namespace, the database or the project of a thing, and people say
// "restart web in staging". English puts no bare noun behind "in" but names, measures and idioms, and the idioms are few.

import { ADJECTIVES } from '../../text/adjectives.ts';
import { functionClassOf } from '../../text/function-words.ts';
import { isMeasureWord } from '../../text/units.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Bit } from '../bits.ts';
import { bitsOf, endsClause, isNumeral, isOdd, wordBefore } from '../bits.ts';
import { goesOn } from '../candidate.ts';
import type { Context } from '../context.ts';
import { shapeOf } from '../shapes.ts';
import { readMeasures } from '../spans/measures.ts';
import type { Reading, TextRule } from './rule.ts';

/** What things are in, in systems. Written for this project. */
const HOLDERS: ReadonlySet<string> = new Set(
  'namespace database db schema project workspace environment env cluster bucket collection catalog dataset keyspace tenant vault realm'.split(
    ' ',
  ),
);
/** Bare nouns behind "in" that name nothing. Written for this project. */
export const IDIOMS: ReadonlySet<string> = new Set(
  (
    'advance addition bulk brief case cash charge chief chunks common conclusion conflict confidence context control court danger debt default demand depth detail dispute doubt duplicate effect essence evidence excess exchange fact fashion favor favour flight flux force full future general good hand haste ' +
    'hindsight hiding itself keeping hearing passing waiting being doing going kind lieu life line love maintenance memory mind miniature mint motion need office operation order orbit other pairs pain parallel part particular passing past peace person pieces place play plenty position possession practice prague principle print private progress public question real reality reason recovery reference reserve retrospect return reverse rotation ' +
    'school search season secret sequence series service session shape short sight silence stages stock store stride style succession sum summary summer winter spring autumn fall sync tandem tatters tears terms theory time today tomorrow touch total town transit trouble trust truth tune turn twos unison use vain vogue work writing english bed bold italics capitals uppercase lowercase'
  ).split(' '),
);

/** A string that lists no values and has no format, and is called one of these. */
function isCalled({ nameWords, type, enumValues, format }: Leaf, words: ReadonlySet<string>): boolean {
  return type === 'string' && enumValues.length === 0 && format === null && nameWords.some((word) => words.has(word));
}

const isHolder = (leaf: Leaf): boolean => isCalled(leaf, HOLDERS);

function isPlain(bit: Bit): boolean {
  const word = bit.lower;
  return (
    /^\p{Ll}[\p{L}\p{N}_.-]*$/u.test(bit.text) &&
    !/^(?:january|february|march|april|may|june|july|august|september|october|november|december|\p{L}+day|noon|midnight)$/u.test(
      word,
    ) &&
    !IDIOMS.has(word) &&
    !ADJECTIVES.has(word) &&
    !isMeasureWord(word) &&
    (isOdd(bit.text) || !word.endsWith('ly')) &&
    readMeasures({ path: '', text: bit.text, age: 0 }, 'currency').length === 0
  );
}

/** What environments are called, and names that are joined or numbered: such a word is no state and no manner, also where the tool could do without. */
function isEnvironment({ lower, text }: Bit): boolean {
  return ENVIRONMENTS.has(lower) || isOdd(text);
}

const ENVIRONMENTS: ReadonlySet<string> = new Set(
  'staging production prod dev development test qa uat sandbox preprod preview demo live default'.split(' '),
);

function matchWithin(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (!isHolder(leaf) || context.leaves.filter(isHolder).length > 1) return [];
  return context.sources.flatMap((source) => {
    const bits = bitsOf(source);
    const found = bits.filter(
      (bit, at) =>
        bits[at - 1]?.text.toLowerCase() === 'in' &&
        source.text.slice(bits[at - 1]?.end, bit.start) === ' ' &&
        isPlain(bit) &&
        (leaf.required || isEnvironment(bit)) &&
        !isNumeral(bit.text) &&
        functionClassOf(bit.lower).kind === 'open' &&
        !context.known.has(bit.stem) &&
        shapeOf(leaf.schema)?.matches(bit.text) !== false &&
        ENDS.test(source.text.slice(bit.end, bit.end + 12)),
    );
    const [only, ...more] = found;
    return only === undefined || more.length > 0 ? [] : [{ value: only.text, places: [only] }];
  });
}

/** The end of the clause, or a word that begins another phrase. */
const ENDS =
  /^(?:\s*(?:$|[,;!?)]|\.(?:\s|$))| (?:to|from|at|with|for|by|of|and|please|now|is|has|log|that|back|down|up)\b)/u;

/** What runs on a machine. Written for this project. */
const MACHINES: ReadonlySet<string> = new Set('host hostname server machine node instance vm device'.split(' '));

/** "Restart nginx on web-01": one joined name behind "on", for the machine. */
function matchOnMachine(leaf: Leaf, _at: number, context: Context): Reading[] {
  const isMachine = (one: Leaf): boolean => isCalled(one, MACHINES);
  if (!isMachine(leaf) || context.leaves.filter(isMachine).length > 1) return [];
  return context.sources.flatMap((source) => {
    const bits = bitsOf(source);
    const found = bits.filter((bit, at) => {
      const lead = bits[at - 1];
      const isLed =
        lead !== undefined &&
        (leaf.nameWords.includes(lead.text.toLowerCase()) ? bits[at - 2] : lead)?.text.toLowerCase() === 'on';
      return (
        isLed &&
        JOINED_NAME.test(bit.text) &&
        shapeOf(leaf.schema)?.matches(bit.text) !== false &&
        !goesOn(source, [bit])
      );
    });
    const [only, ...more] = found;
    return only === undefined || more.length > 0 ? [] : [{ value: only.text, places: [only] }];
  });
}

/** Parts of a system that a search or a report is narrowed to. Written for this project. */
const PARTS: ReadonlySet<string> = new Set(
  'service app application deployment component module pod job pipeline queue topic workflow channel'.split(' '),
);

/** "The logs of checkout-api": one joined name behind a preposition, for the part of the system it is narrowed to. */
function matchPart(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (leaf.required || !isPartOfSystem(leaf) || context.leaves.filter(isPartOfSystem).length > 1) return [];
  return context.sources.flatMap((source) => {
    const [only, ...more] = bitsOf(source).filter((bit) => isNamedPart(bit, leaf));
    return only === undefined || more.length > 0 || goesOn(source, [only])
      ? []
      : [{ value: only.text, places: [only] }];
  });
}

const isPartOfSystem = (leaf: Leaf): boolean => isCalled(leaf, PARTS);

/** A name in small letters that is joined by hyphens, behind a preposition. */
export function isNamedPart(bit: Bit, leaf: Leaf): boolean {
  return (
    isPartOfSystem(leaf) &&
    /^(?:of|for|in|from|on)$/u.test(wordBefore(bit)) &&
    /^\p{Ll}[\p{Ll}\p{N}]*(?:[-_][\p{Ll}\p{N}]+)+$/u.test(bit.text) &&
    !bit.text.split(/[-_]/u).some((part) => ADJECTIVES.has(part) || functionClassOf(part).kind !== 'open') &&
    shapeOf(leaf.schema)?.matches(bit.text) !== false &&
    endsClause(bit)
  );
}

const JOINED_NAME = /^\p{L}[\p{L}\p{N}]*(?:[-_.][\p{L}\p{N}]+)+$/u;

export const WITHIN: readonly TextRule[] = [
  {
    name: 'part-of-system',
    reads:
      'a name in small letters that is joined by hyphens, behind a preposition, for a service or another part of a system',
    matches: matchPart,
    types: ['string'],
    listed: false,
    strength: 2,
    firm: true,
    why: 'Such names are those of parts of systems, and the tool takes one.',
    takes: { service: { type: 'string' } },
    needs: [],
    tool: ['count_requests', 'Counts requests.'],
    case: ['Count the requests of north-pump', 'north-pump'],
    counterCase: 'Count the requests of north-pump and south-pump',
  },
  {
    name: 'on-machine',
    reads: 'a joined name behind "on", for the machine',
    matches: matchOnMachine,
    types: ['string'],
    listed: false,
    strength: 2.4,
    firm: true,
    why: 'What runs, runs on a machine, and the tool asks for one.',
    takes: { host: { type: 'string' } },
    tool: ['restart_pump', 'Restart a pump.'],
    case: ['Restart the pump on south-02', 'south-02'],
    counterCase: 'Restart the pump on south-02 and south-03',
  },
  {
    name: 'within',
    reads: 'one word without an article behind "in", for what the thing of the tool is in',
    matches: matchWithin,
    types: ['string'],
    listed: false,
    strength: 1.9,
    firm: true,
    why: 'Behind "in" a bare noun that is no idiom is a name, and the tool asks for one thing that things are in.',
    takes: { namespace: { type: 'string' } },
    tool: ['restart_pump', 'Restart a pump.'],
    case: ['Restart the pump in greenhouse', 'greenhouse'],
    counterCase: 'Restart the pump in parallel',
  },
];
