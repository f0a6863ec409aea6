// Marked: values that show what they are by their own spelling.
// In: a source. Out: e-mail, URL, path, id and quoted spans.
// Why: these need no words around them to be recognised, so they are the safest evidence there is.

import { allMatches } from '../../text/all-matches.ts';
import { readQuoted } from '../../text/scope.ts';
import { UNITS } from './numbers.ts';
import type { Source, Span, SpanKind } from './span.ts';

interface Mark {
  readonly kind: SpanKind;
  readonly pattern: RegExp;
  /** What stands in all that the pattern matches: most texts have none of it, and need not be searched from every letter on. */
  readonly has: RegExp;
  /** Digits as a telephone number is written. */
  readonly isPhone?: boolean;
}

/** Letters and digits joined by @, #, ! or ^: a code, or a mistyped address. Never two values. */
const ODD = /(?<![\p{L}\p{N}_@#!^$])[\p{L}\p{N}._-]{1,64}(?:[@#!^$~]{1,4}[\p{L}\p{N}._-]{1,64}){1,8}/gu;

// Order matters: the first family to claim a place keeps it.
const MARKS: readonly Mark[] = [
  {
    kind: 'url',
    has: /:\/\/|www\./iu,
    pattern:
      /\b(?:https?|ftp|s3|wss?):\/\/[^\s"'<>`]{1,2000}|\bwww\.[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6}[^\s"'<>`,]{0,1000}/giu,
  },
  {
    kind: 'email',
    has: /@/u,
    pattern: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6}/giu,
  },
  { kind: 'id', has: /[@#!^$~]/u, pattern: ODD },
  { kind: 'id', has: /-/u, pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/giu },
  { kind: 'id', has: /\d\.\d/u, pattern: /(?<![\p{N}.])(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?(?![\p{N}.])/gu },
  {
    kind: 'path',
    has: /[/\\]/u,
    pattern: /(?<![\p{L}\p{N}/.~\\:])(?:(?:~|\.{1,2})?\/(?:[\p{L}\p{N}_.@%+-]+\/?)+|[A-Za-z]:\\[^\s"'<>|]{1,260})/gu,
  },
  // "reports/may.parquet", "img/heroes/": with a slash and an ending, or a slash at its end, it need not be a known kind of file.
  {
    kind: 'path',
    has: /\//u,
    pattern:
      /(?<![\p{L}\p{N}/.@_:~-])[\p{L}\p{N}_-][\p{L}\p{N}_.+-]{0,80}(?:\/[\p{L}\p{N}_.+-]{1,80}){0,8}\/(?:[\p{L}\p{N}_+-][\p{L}\p{N}_.+-]{0,80}\.\p{L}[\p{L}\p{N}]{0,7}(?![\p{L}\p{N}/@_-])|(?![\p{L}\p{N}.@]))/gu,
  },
  {
    kind: 'path',
    has: /\.[a-z]/iu,
    pattern:
      /(?<![\p{L}\p{N}/.@_-])[\p{L}\p{N}_-]{1,80}(?:\/[\p{L}\p{N}_.-]{1,80}){0,8}(?:\.[\p{L}\p{N}_-]{1,20}){0,3}\.(?:txt|csv|tsv|json|xml|ya?ml|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|bmp|webp|mp[34]|wav|avi|mov|mkv|zip|tar|gz|html?|css|js|ts|py|rb|go|rs|java|c|cpp|h|sh|sql|log|md|ini|conf|toml|db|exe|parquet|obj|stl|dwg|svg|psd|eml|ics)(?![\p{L}\p{N}])/giu,
  },
  // "feature/tax-2027": a branch, an image, a topic.
  {
    kind: 'id',
    has: /\//u,
    pattern:
      /(?<![\p{L}\p{N}_./@:-])(?=[\p{L}\p{N}_./-]*[\d_-])\p{L}[\p{L}\p{N}_.-]{1,60}(?:\/[\p{L}\p{N}_-][\p{L}\p{N}_.-]{0,60}){1,4}(?<![.-])(?![\p{L}\p{N}_/@-])/gu,
  },
  {
    kind: 'id',
    has: /\d/u,
    pattern:
      /(?<![\p{L}\p{N}_.-])(?=[\p{L}\p{N}_-]*\d)(?=[\p{L}\p{N}_-]*\p{L})[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+)*(?![\p{L}\p{N}_-]|\.\p{N})/gu,
  },
  { kind: 'id', has: /_/u, pattern: /(?<![\p{L}\p{N}_.-])[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+(?![\p{L}\p{N}_-])/gu },
  // "#general", "@ann": a channel or a tag, and somebody.
  {
    kind: 'id',
    has: /[#@]/u,
    pattern: /(?<![\p{L}\p{N}_#@&/.-])[#@]\p{L}[\p{L}\p{N}_-]{0,63}(?:\.[\p{L}\p{N}_-]{1,63}){0,3}(?![\p{L}\p{N}_@])/gu,
  },
  // Versions: "2.3.1", "v2.3", "1.4.0-rc.1".
  {
    kind: 'id',
    has: /\d\.\d/u,
    pattern:
      /(?<![\p{L}\p{N}_.-])(?:\d+(?:\.\d+){2,4}|v\d+(?:\.\d+){1,4})(?:-[\p{L}\p{N}]{1,20}(?:\.[\p{L}\p{N}]{1,20}){0,3})?(?![\p{L}\p{N}_-]|\.\d)/giu,
  },
  // Telephone numbers: a plus and its digits, or a zero and its groups, or three groups and more.
  {
    kind: 'id',
    has: /\d/u,
    isPhone: true,
    pattern:
      /(?<![\p{L}\p{N}_.+-])(?:\+\d{1,3}(?:[ ./-]?\(?\d{1,5}\)?){2,6}|\(?0\d{1,5}\)?(?:[ /-]\d{2,8}){1,4}|0\d{7,13}|\(\d{3}\) ?\d{3}[ -]\d{4})(?![\p{L}\p{N}-]|[.:]\d)/gu,
  },
  {
    kind: 'id',
    has: /\d[- ]\d/u,
    isPhone: true,
    pattern: /(?<![\p{L}\p{N}_.+-])\+?\d{1,4}(?:[- ]\d{2,4}){2,4}(?![\p{N}-])/gu,
  },
  { kind: 'id', has: /\d[-/]\d/u, pattern: /(?<![\p{L}\p{N}_.-])(?:\d{4}[-/]\d{2,4}|\d+(?:-\d+)+)(?![\p{N}/-])/gu },
  // Digits joined by colons that are no time of day: "25:00", "16:9".
  {
    kind: 'id',
    has: /\d:\d/u,
    pattern:
      /(?<![\p{L}\p{N}_.:-])(?!(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?![\p{L}\p{N}_:-]))\d{1,6}(?::\d{1,6}){1,4}(?![\p{L}\p{N}_:-])/gu,
  },
];
// A unit, an ordinal or a magnitude glued to digits, a number of days: amounts, not ids.
const NO_ID =
  /^(?:\d+e-?\d+|\d+(?:st|nd|rd|th)|\d+[-‑](?:day|week|month|year|hour|minute|night|person|seat|star|bed|bedroom|inch|foot|mile|people|digit|step|point|man|hours?|minutes?|days?|term)(?:[-‑]\p{L}+)*|\d+s|(?:mid-)?\d{4}s)$/iu;

/** "10 m^3", "3.3 m/s^2": the power of a unit. */
const POWER = /^(?:[kcm]?m|ft|in|s|sec|min|h)\^-?[1-4]$/u;

function isAmount(text: string): boolean {
  const unit = /^\d+(\p{L}{1,6}[²³]?)$/u.exec(text)?.[1];
  return (
    unit !== undefined &&
    (UNITS.has(unit) ||
      (UNITS.has(unit.toLowerCase()) && unit.length <= 3 && text.length - unit.length <= 3) ||
      /^(?:k|bn|mn)$/iu.test(unit))
  );
}

/** The "D.C" of "Washington, D.C." is no source file of C. */
const INITIALS = /^(?:\p{Lu}\.){1,3}\p{Lu}$/u;

/** Shorter numbers are dialled inside a house. */
const PHONE_DIGITS_MIN = 7;

/** Quotes around an address change nothing about what it is. */
function quotedKind(text: string): SpanKind {
  const whole = MARKS.find(
    ({ kind, pattern }) => kind !== 'id' && kind !== 'path' && text.match(pattern)?.[0] === text,
  );
  return whole?.kind ?? 'quoted';
}

/** "Wsh@123" in quotes is as odd as without them. */
function isOdd(text: string): boolean {
  return text.match(ODD)?.[0] === text && quotedKind(text) === 'quoted';
}

/** Kept with its source: choosing a tool asks first, and reading values again. */
const MARKED = new WeakMap<Source, readonly Span[]>();

export function readMarked(source: Source): readonly Span[] {
  let marked = MARKED.get(source);
  if (marked === undefined) MARKED.set(source, (marked = findMarked(source)));
  return marked;
}

function findMarked(source: Source): Span[] {
  const found: Span[] = [];
  const free = (start: number, end: number): boolean => found.every((span) => span.end <= start || span.start >= end);
  for (const { start, end } of readQuoted(source.text)) {
    const inner = source.text.slice(start, end);
    const lead = inner.length - inner.trimStart().length;
    const text = inner.trim();
    if (text === '') continue;
    found.push({
      source,
      start: start + lead,
      end: start + lead + text.length,
      kind: quotedKind(text),
      by: 'exact',
      value: text,
      detail: isOdd(text) ? { doubtful: true } : {},
    });
  }
  for (const { kind, pattern, has, isPhone = false } of MARKS) {
    if (!has.test(source.text)) continue;
    for (const match of allMatches(source.text, pattern)) {
      const text =
        kind === 'url' || kind === 'path' || pattern === ODD ? match[0].replace(/[.,;:!?)\]}]+$/u, '') : match[0];
      const start = match.index;
      if (text === '' || !free(start, start + text.length)) continue;
      if (kind === 'id' && (NO_ID.test(text) || isAmount(text) || POWER.test(text))) continue;
      if (kind === 'path' && (text.length < 2 || INITIALS.test(text))) continue;
      if (isPhone && text.replace(/\D/gu, '').length < PHONE_DIGITS_MIN) continue;
      found.push({
        source,
        start,
        end: start + text.length,
        kind,
        by: 'exact',
        value: text,
        detail: { ...(pattern === ODD ? { doubtful: true } : {}), ...(isPhone ? { phone: true } : {}) },
      });
    }
  }
  return found;
}
