// Refused: why a text is no pattern, and what to write instead.

export const FLAGS = /^\(\?([a-zA-Z]+)\)/;

export const REFUSED_FLAGS = [
  'the flags are `i`, `s` and `m`, each at most once',
  'write `(?i)`, `(?s)`, `(?m)` or, for two of them, `(?is)`',
] as const;
export const MIXED_GROUPS = [
  'some of its groups have names, and some have none',
  'name all of them, or write `(?:…)` for those that capture nothing',
] as const;
export const REFUSED_PROPERTY = [
  'a class of Unicode has a category or a script in braces',
  'write `\\\\p{L}` for letters, `\\\\p{Lu}`, `\\\\p{Nd}`, `\\\\p{Greek}`; `\\\\P{…}` for all else',
] as const;

export function refusedGroup(opening: string): [why: string, instead: string] {
  const flags = FLAGS.exec(opening)?.[0];
  if (flags !== undefined)
    return [`\`${flags}\` stands only at the start of a pattern`, 'write it first; it holds for the whole pattern'];
  if (/^\(\?<?[=!]/.test(opening))
    return ['there is no looking ahead or behind', 'match the text around it too, and capture the part'];
  if (/^\(\?P?</.test(opening))
    return [
      'this is no name of a group',
      'write `(?<name>…)`; a name begins with a letter, and has letters, digits, `_` and `-`',
    ];
  return [`\`${opening.slice(0, 3)}\` starts no group`, 'groups are `(…)`, `(?:…)` and `(?<name>…)`'];
}

export function refusedEscape(character: string): [why: string, instead: string] {
  if (/^[bB]$/.test(character))
    return [
      `\`\\${character}\` is a test, and a class holds characters`,
      'write `(?:…|…)` for a choice with a test in it',
    ];
  if (/^[0-9k]$/.test(character))
    return ['a pattern cannot refer back to a group', 'capture both places and compare them'];
  if (/^[AzZ]$/.test(character))
    return [`\`\\${character}\` is no test`, 'write `^` for the start and `$` for the end of the text'];
  if (/^[ux]$/.test(character))
    return [
      `\`\\${character}\` is no escape of patterns`,
      'write the character itself, or `\\uXXXX` with one backslash in the string',
    ];
  return [
    `the escape \`\\${character}\` is unknown`,
    'write the character without the backslash, or `\\\\\\\\` in the string for a backslash',
  ];
}
