// Texts: what searching for phrases can stumble over: negations, numbers in digits and words, inflection, hyphens, widths,
// marks, scripts without spaces, words longer than any buffer.
// Out: arbitrary texts and phrases of the same pieces, so that one is often in the other.

import fc from 'fast-check';

const PIECES = [
  'refund', 'Refunds', 'REFUNDED', 'not', 'no', "don't", 'don\u2019t', 'donʼt', "won't", 'an', "'t", 't', 'but', 'However', 'never', 'charged', 'charges', 'twice',
  '1,200', '1200', '1,200.00', '0,200', '00.50', '0.5', '5', '5.5', '5.', '.5', '12,00,000', '1.2.3', '10:30', '1/2', ':', '/', 'one', 'two', 'ten', 'thirty', 'five', 'Five', 'twenty', 'twenty-five', 'hundred', 'one hundred and two', 'two thousand',
  'thousand', 'and', 'nine hundred and ninety nine thousand nine hundred and ninety nine', 'zero', '1002', '102', '25', '999999',
  'é', 'e\u0301', '\u0301', 'ß', 'ẞ', 'İ', 'ſ', '\u212a', 'kelvin', '\u212aelvin', 'ΤΙΜΉΣ', 'τιμής', '😀', '𝒳', '退款', '我要退款', '返金', 'か\u3099', 'か', 'เงินคืน', '\u0e51.\u0e52', '환불',
  'App闪退', 'log-in', 'log in', 'log\u2011in', '--force', 'C++', 'C#', 'ＶＩＰ', 'ｆｉｖｅ', '\uff15', '\uff15\uff0e\uff15', '\uff15\uff0c\uff10', '\uff01', '\uff3f', '\u24b6', '\u24d0', '\u0665.\u0665', '\u2014', '\u201cstop\u201d', '"stop"',
  '_', 'b_', '.', ',', ';', ':', '!', '?', '/', '-', '\n', '\r\n', '\t', '\u2028', '\u0085', '\u00a0', '\u3000', '\u2019', "'", '#', '=', '#=5', '', ' ', '  ',
  'a word of many letters: internationalizationally', 'supercalifragilisticexpialidociousness', 'x'.repeat(70), 'é'.repeat(300), '0'.repeat(400) + '5',
  'skies', 'sky', 'dying', 'die', 'generously', 'communism', 'yellow', 'sayings', 'happy', 'happiness', 'ogling', 'relational', 'ponies', 'tied', 'hopping', 'hoping',
];
const piece = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) });
const gap = fc.constantFrom(' ', ' ', ' ', '', '  ', '-', '.', ', ', '\n');
const sentence = (length: number): fc.Arbitrary<string> => fc.array(fc.tuple(piece, gap), { maxLength: length }).map((parts) => parts.flat().join(''));
/** A text of up to fourteen pieces. */
export const text = sentence(14);
/** What may be sought in one. */
export const phrase = fc.oneof(piece, fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ')), sentence(3));
