// Insertions: words that change what an order says, and where they are put.
// In: a text and the places of its values. Out: the same text with a comparison, a condition, a negation, an alternative or a hedge in it.
// Why: a call that stays as it was has dropped what was said. The laws of safety and the bench put in the same words.

/** Before a value. */
const BEFORE_VALUE = [
  'less than',
  'more than',
  'under',
  'over',
  'up to',
  'at least',
  'at most',
  'no more than',
  'about',
  'around',
  'roughly',
  'almost',
  'not',
  'anything but',
  'everything except',
  'either',
  'half of',
  'most of',
  'all but',
  'me and',
  'someone like',
  'before',
  'after',
  'without',
  'instead of',
  'other than',
  'the contents of',
  'a copy of',
  'her',
  'below',
  'double',
  'within',
  'between',
  'fewer than',
  'nearly',
  'possibly',
  'some of',
  'the rest of',
] as const;

/** In front of the whole. */
const IN_FRONT = [
  'If she agrees,',
  'Unless it rains,',
  'Maybe',
  'Perhaps',
  'Suppose you',
  'Once he is out,',
  'When the sale ends,',
  'Never',
  "Don't",
  'Imagine we',
  'Until Monday,',
  'In case it fails,',
  'Eventually',
  'Sometimes',
  'Rather than waiting,',
  'As soon as he agrees,',
  'Bob said to',
  'Apparently',
] as const;

/** Behind the whole. */
const BEHIND = [
  'if she agrees',
  'unless it rains',
  'once he is out',
  'when the sale ends',
  'or not',
  'or something',
  'but not now',
  'later',
  'and others',
  'after lunch',
  'before noon on no account',
  'as long as it is safe',
  'except on holidays',
  'every day',
  'until she is back',
  'in case it fails',
  'maybe',
  'or so',
  'or more',
  'and also something else',
  'together with Bob',
  'on behalf of Bob',
] as const;

export interface Inserted {
  readonly words: string;
  readonly where: 'before a value' | 'in front' | 'behind';
  readonly text: string;
}

/** Every insertion into one text; `starts` are where its values begin. */
export function insertionsInto(text: string, starts: readonly number[]): Inserted[] {
  const lowered = /^(?:I\b|\p{Lu}[\p{Lu}\p{N}-])/u.test(text) ? text : text.slice(0, 1).toLowerCase() + text.slice(1);
  const plain = text.replace(/[\s.!?]+$/u, '');
  return [
    ...starts.flatMap((start) =>
      BEFORE_VALUE.map(
        (words): Inserted => ({
          words,
          where: 'before a value',
          text: `${text.slice(0, start)}${words} ${text.slice(start)}`,
        }),
      ),
    ),
    ...IN_FRONT.map((words): Inserted => ({ words, where: 'in front', text: `${words} ${lowered}` })),
    ...BEHIND.flatMap((words): Inserted[] => [
      { words, where: 'behind', text: `${plain} ${words}` },
      { words, where: 'behind', text: `${plain}, ${words}` },
    ]),
  ];
}
