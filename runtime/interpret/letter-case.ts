// Letter case: the simple mappings of Unicode 16.0, one code point for one.
// In: text. Out: text with as many code points. Why not toUpperCase: that is the full mapping (`ß` becomes `SS`), looks at
// neighbours (final sigma) and follows the host's Unicode version.
// The mappings are read off the host's per code point and made simple and 16.0 again by the three rules below.

export function upper(text: string): string {
  return mapCodePoints(text, simpleUpper);
}

export function lower(text: string): string {
  return mapCodePoints(text, simpleLower);
}

function mapCodePoints(text: string, map: (character: string) => string): string {
  let mapped = '';
  for (const character of text) mapped += map(character);
  return mapped;
}

function simpleUpper(character: string): string {
  const mapped = character.toUpperCase();
  if (mapped === character || isNewer(character) || isNewer(mapped)) return character;
  if (isOne(mapped)) return mapped;
  return GREEK_WITH_IOTA.get(character) ?? character;
}

function simpleLower(character: string): string {
  // The full mapping keeps the dot as a second code point.
  if (character === 'İ') return 'i';
  const mapped = character.toLowerCase();
  if (isNewer(character) || isNewer(mapped)) return character;
  return isOne(mapped) ? mapped : character;
}

function isOne(text: string): boolean {
  return text.length === (text.codePointAt(0)! > 0xffff ? 2 : 1);
}

/** Letters that came with Unicode 17.0 and belong to a pair of cases; their partners of before had none in 16.0. */
function isNewer(character: string): boolean {
  const codePoint = character.codePointAt(0)!;
  return (
    codePoint === 0xa7ce ||
    codePoint === 0xa7cf ||
    codePoint === 0xa7d2 ||
    codePoint === 0xa7d4 ||
    (codePoint >= 0x16ea0 && codePoint <= 0x16ed3)
  );
}

/** `ᾳ` is `ΑΙ` in full but `ᾼ` simply: the letters whose lower case is a single one, turned around. */
const GREEK_WITH_IOTA: ReadonlyMap<string, string> = new Map(
  Array.from({ length: 0x100 }, (_, offset) => String.fromCodePoint(0x1f00 + offset))
    .filter((character) => character.toUpperCase() !== character && character.toLowerCase() !== character)
    .map((character) => [character.toLowerCase(), character]),
);
