// Mixed: numbers with a half or a quarter behind them.
// In: a source. Out: number spans. Why: "one and a half hours" and "1 1/2 cups" are one number each; the first word alone is another one.

import { JsonNumber } from '../../../../../grammar/json.ts';
import { allMatches } from '../../text/all-matches.ts';
import { UP_TO_TWELVE } from '../../text/units.ts';
import { isStopWord } from '../../text/words.ts';
import type { Source, Span } from './span.ts';

const SMALL = [...UP_TO_TWELVE.keys()].join('|');
const MIXED = new RegExp(
  `(?<![\\p{L}\\p{N}.,:/-])(?:(?<whole>\\d{1,4}|${SMALL}) (?:and |& )(?:an? |one )?(?<word>half|quarter|three quarters)|(?<digits>\\d{1,4})(?: |-| and )(?<parts>1/2|1/4|3/4)|(?<glued>\\d{1,4}) ?(?<sign>[½¼¾]))(?![\\p{L}\\p{N}/]|-\\p{N})`,
  'giu',
);
const PARTS: Readonly<Record<string, string>> = {
  half: '5',
  quarter: '25',
  'three quarters': '75',
  '1/2': '5',
  '1/4': '25',
  '3/4': '75',
  '½': '5',
  '¼': '25',
  '¾': '75',
};

export function readMixed(source: Source): Span[] {
  return allMatches(source.text, MIXED).map(({ 0: said, index: start, groups = {} }): Span => {
    const whole = (groups['whole'] ?? groups['digits'] ?? groups['glued'] ?? '').toLowerCase();
    const part = PARTS[(groups['word'] ?? groups['parts'] ?? groups['sign'] ?? '').toLowerCase()] ?? '';
    const end = start + said.length;
    const unit = /^[ -]([\p{L}°]{1,14})/u.exec(source.text.slice(end, end + 16))?.[1]?.toLowerCase();
    const value = new JsonNumber(`${UP_TO_TWELVE.get(whole) ?? Number(whole)}.${part}`);
    const detail = unit === undefined || isStopWord(unit) ? {} : { unit };
    return { source, start, end, kind: 'number', by: 'number-word', value, detail };
  });
}
