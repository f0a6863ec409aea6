// Net: addresses of machines, for a parameter whose description says that it takes one.
// In: a leaf and the context. Out: readings. Why: "192.0.2.70" and "press1.mill.example" show what they are; a parameter called
// `content` or `value` says only in its description that it takes such a thing.

import { perLeaf } from '../../tools/per-leaf.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Bit } from '../bits.ts';
import { bitsOf } from '../bits.ts';
import type { Context } from '../context.ts';
import { cueFor } from '../cues.ts';
import { shapeOf } from '../shapes.ts';
import { HOST } from './items.ts';
import type { Reading, TextRule } from './rule.ts';

const NUMBERS = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)$/u;
const LONG = /^(?=.*:.*:)(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}$/iu;
const TAKES_NUMBERS = /\bips?\b|\bip(?:v[46])? address/iu;
const TAKES_HOSTS = /\b(?:hosts?|hostnames?|servers?|domains?)\b/iu;
/** Words before a place that something is brought or points to. */
const AIMED =
  /\b(?:to|at|towards?|with|value|address|target|content|server|host|is|=>|->|→)(?: (?:the )?(?:value|address|target|content|server|host|ip))?\s*[:=]?\s*$/iu;

/** A host is said by its name or by its number (RFC 3986, 3.2.2). */
const NAMES_HOST = /\bhost(?:s|names?)?\b/iu;

interface Takes {
  readonly takesNumbers: boolean;
  readonly takesHosts: boolean;
  readonly namesHost: boolean;
}

const takesOf: (leaf: Leaf) => Takes = perLeaf(({ nameWords, description }) => {
  const name = nameWords.join(' ');
  const says = `${name} ${description}`;
  return {
    takesNumbers: TAKES_NUMBERS.test(says),
    takesHosts: TAKES_HOSTS.test(says),
    namesHost: NAMES_HOST.test(name),
  };
});

function matchNet(leaf: Leaf, at: number, context: Context): Reading[] {
  if (leaf.type !== 'string' || leaf.enumValues.length > 0 || leaf.schema.has('pattern')) return [];
  const takes = takesOf(leaf);
  const { takesHosts } = takes;
  // With a parameter for the number beside it the host is a name.
  const takesNumbers =
    takes.takesNumbers || (takes.namesHost && !context.leaves.some((one) => one !== leaf && takesOf(one).takesNumbers));
  // A URL begins with its scheme; the machine alone is none.
  if ((!takesNumbers && !takesHosts) || context.wants[at] === 'url') return [];
  return context.sources.flatMap((source) =>
    bitsOf(source).flatMap((bit): Reading[] => {
      const isNumber = takesNumbers && (NUMBERS.test(bit.text) || LONG.test(bit.text));
      const isHost = takesHosts && !NUMBERS.test(bit.text) && HOST.test(bit.text);
      if (!isNumber && !isHost) return [];
      const isAimed = AIMED.test(source.text.slice(Math.max(0, bit.start - 32), bit.start));
      return [
        {
          value: bit.text,
          places: [bit],
          more: cueFor(leaf, at, bit, context) + (isNumber ? 0.6 : 0) + (isAimed ? 0.6 : 0),
          guess: !isNumber && !isAimed && isShared(bit, leaf, context),
        },
      ];
    }),
  );
}

/** Another parameter could take the name. */
function isShared(bit: Bit, leaf: Leaf, { leaves }: Context): boolean {
  return leaves.some(
    (one) =>
      one !== leaf &&
      one.type === 'string' &&
      (shapeOf(one.schema)?.matches(bit.text) ?? TAKES_HOSTS.test(`${one.nameWords.join(' ')} ${one.description}`)),
  );
}

export const NET: readonly TextRule[] = [
  {
    name: 'net-address',
    reads: 'an address or the name of a machine, for a parameter that says it takes one',
    matches: matchNet,
    types: ['string'],
    listed: false,
    strength: 1.6,
    firm: true,
    why: 'Nothing else looks like one, and the description says that it belongs here.',
    takes: { content: { type: 'string', description: 'IP address or host that the lamp reports to' } },
    case: ['Let the lamp report to 192.0.2.70', '192.0.2.70'],
    counterCase: 'Let the lamp report to 192 people',
  },
];
