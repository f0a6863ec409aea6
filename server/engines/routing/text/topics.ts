// Topics: what a question asks about, in words that the tools which answer it do not use.
// In: nothing. Out: topics, as data, and whether a word asks about what a tool answers. Why: "where is V-7?" shares no word with
// "current position of a vehicle", and a small word of question says as much as a noun.
// Source: written for this project. No word was taken from a data set. MIT, as the project.

import { stemOf } from './words.ts';

interface Topic {
  readonly asks: ReadonlySet<string>;
  readonly says: ReadonlySet<string>;
}

/** Words that ask, and words by which tools answer. */
const TOPICS: readonly Topic[] = (
  [
    ['where', 'locate location position place address track tracking coordinates whereabouts'],
    ['when', 'date time schedule hours'],
    ['who whose', 'person owner user member contact assignee people employee'],
    [
      'status state doing going progress done finished ready late delayed punctual time running healthy alive stuck',
      'status state health progress',
    ],
    ['much many cost costs spend spent', 'amount price cost balance usage total count quantity number fee rate bill'],
    ['use used usage consume consumed consumption burn burned burnt figures', 'usage use consumption'],
    ['free available vacant', 'availability available free slots'],
    ['happened earlier past', 'history log logs'],
    ['details', 'get show describe'],
  ] as const
).map(([asks, says]) => ({ asks: new Set(asks.split(' ')), says: new Set(says.split(' ').map(stemOf)) }));

/** The words that ask about what is said by one of these stems. */
export function askedBy(stems: readonly string[]): ReadonlySet<string> {
  return new Set(TOPICS.filter(({ says }) => stems.some((stem) => says.has(stem))).flatMap(({ asks }) => [...asks]));
}
