// No days: what the parser of days would misread.
// In: a text. Out: the same without it, one character for one, so that places stay. Why: the digits of codes and of other things beside a
// day are no part of it, and the parser takes what stands near.

import { blankNumbersOfNames } from './names.ts';
import { MONTHS } from './past-days.ts';

/** The text without what the parser would take for a day, or for the year of one. One character for one, so that places stay. */
export function withoutNoDays(text: string): string {
  // All of it stands beside digits.
  if (!/\d/u.test(text)) return text;
  return (
    blankNumbersOfNames(text)
      // "Jun.20,2023": the point of an abbreviation joins nothing.
      .replace(/(?<=\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)\p{L}{0,6})\.(?=\s?\d)/giu, ' ')
      .replace(/(?<=\b\d{1,2}),(?=(?:19|20)\d\d\b)/gu, ' ')
      // "6 June, 2 rooms", "Mill Lane 24, June 6": a day and its month are whole, and the number beyond the comma is of another thing.
      .replace(COMMA_BEHIND, (whole) => `${whole.slice(0, -1)};`)
      .replace(COMMA_BEFORE, ';')
      .replace(COMMA_BEHIND_DAY, (whole) => `${whole.slice(0, -1)};`)
      // Behind a day and its month the parser stumbles over the blanks of an hour, and it takes "from 13 June" for one.
      .replace(BLANKS_BEHIND, (whole) => ';'.padEnd(whole.length))
      .replace(FROM_DAY, '    ')
      .replace(PART_OF_DAY, ';')
      // "9D" is a class, a seat or a flat; days are written with a small letter.
      .replace(/(?<![\p{L}\p{N}.,:-])\d{1,3}[DHMWY](?![\p{L}\p{N}])/gu, (code) => ' '.repeat(code.length))
      // The digits of "V-09" are no day of "V-09 tomorrow".
      .replace(
        /(?<![\p{L}\p{N}])(?!(?:mid|pre|post|early|late|non)-)\p{L}{1,8}-\d[\p{L}\p{N}_-]*|\p{Lu}{2,}\d[\p{L}\p{N}_-]*/giu,
        (code) => (MONTH.test(code) ? code : ' '.repeat(code.length)),
      )
  );
}

const COMMA_BEHIND = new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTHS},(?= ?\\d{1,3}(?![\\p{N}:]))`, 'giu');
const COMMA_BEFORE = new RegExp(`(?<=\\d),(?= ${MONTHS} \\d{1,2}(?!\\d))`, 'giu');
const COMMA_BEHIND_DAY = new RegExp(`\\b${MONTHS} \\d{1,2}(?:st|nd|rd|th)?,(?= ?\\d{1,3}(?![\\p{N}:]))`, 'giu');
const BLANKS_BEHIND = new RegExp(
  `(?<=\\b\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTHS}),? (?= {2,}|\\d{1,2}\\.\\d{2}(?!\\d))`,
  'giu',
);
const FROM_DAY = new RegExp(`\\bfrom(?= \\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTHS}(?!\\p{L}))`, 'giu');
const PART_OF_DAY = new RegExp(`(?<=\\b${MONTHS} \\d{1,2}(?:st|nd|rd|th)?) (?=in the |at night)`, 'giu');
const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/iu;
