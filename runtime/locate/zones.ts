// Zones: which part of a text is not its writer's: quoted lines, the mail that was answered or passed on, signatures, footers.
// In: the bytes of a text. Out: its zones: from which byte on nothing is the writer's, and whether a place before that is in a line of another.
// One pass over the lines with a bounded look ahead; in bytes, so that places need not be counted again.

import { ZONE_WORDS } from './zone-words.ts';

/** A text as one character for each byte. */
export type Bytes = string;

export function bytesOf(text: string): Bytes {
  return Buffer.from(text).toString('latin1');
}

/** With the letters of ASCII in lower case. */
export function lower(text: Bytes): Bytes {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

const LISTS = Object.fromEntries(
  Object.entries(ZONE_WORDS).map(([name, words]) => [name, words.map((word) => Buffer.from(word).toString('latin1'))]),
) as unknown as Record<keyof typeof ZONE_WORDS, readonly string[]>;

// A signature is short; a mail of more lines below its dashes is text.
const SIGNATURE_LINES = 12;
const CLOSING_LINES = 8;
const CLOSING_BYTES = 80;
const NAME_BYTES = 40;
const FOOTER_BYTES = 2048;
const CARD_BYTES = 120;
/** A telephone number has more digits than a date. */
const CONTACT_DIGITS = 9;
/** An en dash. */
const DASH = '\xe2\x80\x93';

interface Zones {
  readonly text: Bytes;
  /** Where the headers end that it begins with; 0 where it begins with its text. */
  readonly head: number;
  /** From which byte on nothing is the writer's; its length where all is. */
  readonly end: number;
  /** Whether what is the writer's has several lines. */
  readonly hasLines: boolean;
}

export function zonesOf(text: Bytes): Zones {
  const head = headEnd(text);
  const end = writersEnd(text, head);
  return { text, head, end, hasLines: text.slice(0, end).includes('\n') };
}

/** Whether a place that starts at a byte is in text that is not the writer's. */
export function isForeign({ text, head, end, hasLines }: Zones, start: number): boolean {
  if (start >= end) return true;
  const line = lineStart(text, start);
  if (line === 0 && isRepliedSubject(text, 0)) return true;
  const { from, to } = trimmed(text, line);
  // Of the headers of the mail itself only the subject says what it is about.
  if (line < head) return beginning(text, from, to, LISTS.SUBJECTS) === 0 || isRepliedSubject(text, line);
  if (beginning(text, from, start, LISTS.NOTICES) > 0 || isInBlock(text, start)) return true;
  if (beginning(text, from, start, LISTS.LABELS) > 0) return hasLines;
  // A mark that is part of the place itself quotes nothing.
  return (text[from] === '>' && from < start) || (text.startsWith('&gt;', from) && from + 4 <= start);
}

/** Whether a place stands in `<blockquote>`, which may be inside another one. */
function isInBlock(text: Bytes, start: number): boolean {
  let depth = 0;
  for (let at = text.indexOf('<'); at >= 0 && at < start; at = text.indexOf('<', at + 1)) {
    const tag = beginning(text, at, start, LISTS.BLOCKS);
    if (tag > 0) depth = Math.max(0, depth + (tag === LISTS.BLOCKS[0]!.length ? 1 : -1));
  }
  return depth > 0;
}

function writersEnd(text: Bytes, head: number): number {
  if (isAutomatic(text, head)) return 0;
  if (!text.includes('\n')) return text.length;
  let isFirst = true;
  for (let at = head; at < text.length; at = lineEnd(text, at) + 1) {
    if (
      isHeading(text, at) ||
      isHeaderBlock(text, at) ||
      isAttribution(text, at) ||
      isDevice(text, at) ||
      isDashes(text, at)
    )
      return lastParagraphEnd(text, at);
    if (!isFirst && isClosing(text, at)) return lineEnd(text, at);
    isFirst &&= trimmed(text, at).from === trimmed(text, at).to;
  }
  return lastParagraphEnd(text, text.length);
}

/** Where the headers end that a mail begins with, two or more of them; 0 where it begins with its text. */
function headEnd(text: Bytes): number {
  let count = 0;
  let at = 0;
  for (; at < text.length && isHeader(text, at); at = Math.min(lineEnd(text, at) + 1, text.length)) count += 1;
  return count > 1 ? at : 0;
}

function isHeader(text: Bytes, line: number): boolean {
  const { from, to } = trimmed(text, line);
  return beginning(text, from, to, LISTS.SENDERS) > 0 || beginning(text, from, to, LISTS.HEADERS) > 0;
}

/** Where the subject begins that a line is, with `Subject:` before it or without. */
function subjectStart(text: Bytes, line: number): number {
  const { from, to } = trimmed(text, line);
  let at = from + beginning(text, from, to, LISTS.SUBJECTS);
  while (at < to && isBlank(text[at])) at += 1;
  return at;
}

/** Whether a line is the subject of what was written before: `Re: your offer`. */
function isRepliedSubject(text: Bytes, line: number): boolean {
  const end = lineEnd(text, line);
  return end - line <= CLOSING_BYTES && beginning(text, subjectStart(text, line), end, LISTS.REPLIES) > 0;
}

/** Whether a text begins as the reply of a machine does: `Automatic reply: your offer`, `Subject: Out of office: …`. */
function isAutomatic(text: Bytes, head: number): boolean {
  let line = 0;
  do {
    const end = lineEnd(text, line);
    if (beginning(text, subjectStart(text, line), end, LISTS.AUTOMATIC) > 0) return true;
    line = end + 1;
  } while (line < head);
  return false;
}

function lineStart(text: Bytes, at: number): number {
  // A negative position would be taken for 0.
  return at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: Bytes, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

const isBlank = (byte: string | undefined): boolean => byte === ' ' || byte === '\t' || byte === '\r';

/** A line without the white space around it. */
function trimmed(text: Bytes, at: number): { readonly from: number; readonly to: number } {
  let from = at;
  let to = lineEnd(text, at);
  while (from < to && isBlank(text[from])) from += 1;
  while (to > from && isBlank(text[to - 1])) to -= 1;
  return { from, to };
}

/** Which of a list a text has at a position; the length of the first, or 0. */
function beginning(text: Bytes, at: number, to: number, list: readonly string[]): number {
  return list.find((word) => at + word.length <= to && lower(text.slice(at, at + word.length)) === word)?.length ?? 0;
}

function isQuoted(text: Bytes, at: number): boolean {
  const { from } = trimmed(text, at);
  return text[from] === '>' || text.startsWith('&gt;', from);
}

/** `-----Original Message-----`, `Begin forwarded message:`. */
function isHeading(text: Bytes, at: number): boolean {
  const line = trimmed(text, at);
  let { from, to } = line;
  while (from < to && (text[from] === '-' || text[from] === ' ')) from += 1;
  const length = beginning(text, from, to, LISTS.HEADINGS);
  if (length === 0) return false;
  const dashed = from > line.from;
  from += length;
  if (from < to && text[from] === ':') return from + 1 === to;
  if (!dashed) return false;
  // `----- Forwarded by … -----`.
  if (text[from - 1] === ' ') return true;
  while (to > from && (text[to - 1] === '-' || text[to - 1] === ' ')) to -= 1;
  return from === to;
}

/** `From: …` with another header on one of the next three lines. */
function isHeaderBlock(text: Bytes, at: number): boolean {
  const line = trimmed(text, at);
  if (beginning(text, line.from, line.to, LISTS.SENDERS) === 0) return false;
  let next = lineEnd(text, at) + 1;
  for (let count = 0; count < 3 && next < text.length; count += 1) {
    const { from, to } = trimmed(text, next);
    if (beginning(text, from, to, LISTS.HEADERS) > 0) return true;
    next = lineEnd(text, next) + 1;
  }
  return false;
}

const ATTRIBUTION_BYTES = 200;

/** `On 3 May … wrote:`, over three lines at most, or a line that ends in `wrote:`, and not where the lines that follow are marked as quoted. */
function isAttribution(text: Bytes, at: number): boolean {
  const { from, to: end } = trimmed(text, at);
  if (endsInVerb(text, from, end)) return !isQuotedBelow(text, lineEnd(text, at) + 1);
  if (beginning(text, from, lineEnd(text, at), LISTS.ATTRIBUTIONS) === 0) return false;
  let to = from;
  let next = at;
  let digit = false;
  let verb = false;
  for (let count = 0; count < 3 && next < text.length; count += 1) {
    const line = trimmed(text, next);
    if (line.to - from > ATTRIBUTION_BYTES || line.to === line.from) return false;
    for (; to < line.to; to += 1) {
      digit ||= text[to]! >= '0' && text[to]! <= '9';
      verb ||= beginning(text, to, line.to, LISTS.ATTRIBUTION_VERBS) > 0;
    }
    next = lineEnd(text, next) + 1;
    if (text[line.to - 1] === ':') return digit && verb && !isQuotedBelow(text, next);
  }
  return false;
}

/** `Hill Garage wrote:`, and not `I wrote:`; it begins with a letter of ASCII. */
function endsInVerb(text: Bytes, from: number, end: number): boolean {
  if (!/[a-z]/i.test(text[from] ?? '')) return false;
  if (end - from > ATTRIBUTION_BYTES || text[end - 1] !== ':' || beginning(text, from, end, LISTS.WRITERS) > 0)
    return false;
  return LISTS.ATTRIBUTION_VERBS.some(
    (verb) => end - 1 - verb.length > from && text.startsWith(verb, end - 1 - verb.length),
  );
}

/** Whether the first line that is not empty is quoted. */
function isQuotedBelow(text: Bytes, at: number): boolean {
  let next = at;
  for (let count = 0; count < 3 && next < text.length; count += 1) {
    const { from, to } = trimmed(text, next);
    if (to > from) return isQuoted(text, next);
    next = lineEnd(text, next) + 1;
  }
  return false;
}

function isDevice(text: Bytes, at: number): boolean {
  const { from, to } = trimmed(text, at);
  return to - from <= CLOSING_BYTES && beginning(text, from, to, LISTS.DEVICES) > 0;
}

/** `--` alone, with a few lines below it. */
function isDashes(text: Bytes, at: number): boolean {
  const { from, to } = trimmed(text, at);
  if (to - from !== 2 || text[from] !== '-' || text[from + 1] !== '-') return false;
  let next = lineEnd(text, at) + 1;
  for (let count = 0; count < SIGNATURE_LINES && next < text.length; count += 1) next = lineEnd(text, next) + 1;
  return next >= text.length;
}

/** `Kind regards,` alone or with a name, with nothing but a few short lines below it that are no sentences. */
function isClosing(text: Bytes, at: number): boolean {
  const line = trimmed(text, at);
  if (!isClosingLine(text, line.from, line.to)) return false;
  let next = lineEnd(text, at) + 1;
  let named = false;
  let firm = false;
  for (let count = 0; next < text.length; next = lineEnd(text, next) + 1) {
    const { from, to: end } = trimmed(text, next);
    if (end === from) {
      named = false;
      continue;
    }
    if (isFooter(text, from, end)) return true;
    count += 1;
    if (count > CLOSING_LINES || (isSentence(text, from, end) && !(named && isSlogan(text, from, end, firm))))
      return false;
    // What its firm does stands below the name of who signs.
    firm ||= named;
    named ||= isName(text, from, end);
    // What comes after the dashes is a signature in any case, and so is what was answered.
    if (
      isHeading(text, next) ||
      isHeaderBlock(text, next) ||
      isAttribution(text, next) ||
      isDashes(text, next) ||
      isQuoted(text, next)
    )
      return true;
  }
  return true;
}

function isClosingLine(text: Bytes, from: number, to: number): boolean {
  const end = to > from && ',.!'.includes(text[to - 1]!) ? to - 1 : to;
  if (isClosingWord(text, from, end)) return true;
  const comma = text.indexOf(',', from);
  if (comma < 0 || comma >= to || !isClosingWord(text, from, comma)) return false;
  let name = comma + 1;
  while (name < end && isBlank(text[name])) name += 1;
  return name < end && isName(text, name, end);
}

function isClosingWord(text: Bytes, from: number, to: number): boolean {
  return to - from <= 24 && LISTS.CLOSINGS.includes(lower(text.slice(from, to)));
}

/** Whether a line below a closing goes on with what the writer has to say. */
function isSentence(text: Bytes, from: number, to: number): boolean {
  return to - from > CLOSING_BYTES || '?!'.includes(text[to - 1]!) || beginning(text, from, to, LISTS.SENTENCES) > 0;
}

/**
 * A line below the name of who signs: `Stone Repairs: watches, clocks. Call now!`, `Please call 0555 123 45 67 for a quote`; below that of
 * a firm also `We never sleep!`.
 */
function isSlogan(text: Bytes, from: number, to: number, firm: boolean): boolean {
  if (to - from > CLOSING_BYTES) return false;
  if (isContact(text, from, to)) return true;
  return (
    text[to - 1] === '!' && (beginning(text, from, to, LISTS.SENTENCES) === 0 || (firm && text.startsWith('We ', from)))
  );
}

/** Whether a line that asks nothing has a number to call, and nobody in it who writes: `call me on …` may be meant. */
function isContact(text: Bytes, from: number, to: number): boolean {
  let digits = 0;
  for (let at = from; at < to; at += 1) {
    if (text[at] === '?') return false;
    if (text[at]! >= '0' && text[at]! <= '9') digits += 1;
    if (text[at] === ' ' && beginning(text, at, to, LISTS.OWN) > 0) return false;
  }
  return digits >= CONTACT_DIGITS && beginning(text, from, to, LISTS.OWN_SUBJECTS) === 0;
}

/** The start of a last paragraph before a position that is a footer or a name with what stands under names; else the position. */
function lastParagraphEnd(text: Bytes, limit: number): number {
  let end = limit;
  while (end > 0 && (isBlank(text[end - 1]) || text[end - 1] === '\n')) end -= 1;
  let start = lineStart(text, end);
  let lines = 1;
  while (start > 0 && end - start <= FOOTER_BYTES) {
    const above = lineStart(text, start - 1);
    const { from, to } = trimmed(text, above);
    if (from === to)
      return isFooter(text, start, end) || (lines > 1 ? isCard : isCardLine)(text, start, end) ? start : limit;
    start = above;
    lines += 1;
  }
  return limit;
}

function isFooter(text: Bytes, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (beginning(text, at, end, LISTS.FOOTERS) > 0) return true;
  return false;
}

/** A line that can be a name, and below it at most five that are no sentences. */
function isCard(text: Bytes, start: number, end: number): boolean {
  const name = trimmed(text, start);
  if (!isName(text, name.from, name.to)) return false;
  let lines = 0;
  for (let at = lineEnd(text, start) + 1; at < end; at = lineEnd(text, at) + 1) {
    const { from, to } = trimmed(text, at);
    lines += 1;
    if (lines > 5 || isSentence(text, from, to) || (text[to - 1] === '.' && !isFirm(text, from, to))) return false;
  }
  return true;
}

/** `Stone & Sons Ltd.`: the point ends the line and no sentence. */
function isFirm(text: Bytes, from: number, to: number): boolean {
  return LISTS.FIRMS.some(
    (ending) => to - from > ending.length && lower(text.slice(to - ending.length, to)) === ending,
  );
}

/** Up to four words with capitals, and nothing that names do not have. */
function isName(text: Bytes, from: number, to: number): boolean {
  if (to - from > NAME_BYTES || beginning(text, from, to, LISTS.SENTENCES) > 0) return false;
  let words = 0;
  for (let at = from; at < to; at += 1) {
    if (',:;?!>0123456789'.includes(text[at]!)) return false;
    const isWord = text[at] !== ' ' && (at === from || text[at - 1] === ' ');
    if (!isWord) continue;
    words += 1;
    // "jur." has no capital.
    if (!isCapital(text[at]!) && !isAbbreviation(text, at, to)) return false;
  }
  return words <= 4 && text[to - 1] !== '.';
}

/** A last line that begins with a name, and after a mark has what stands under names: `Eva Stone, Stone & Sons – roofs, gutters`. */
function isCardLine(text: Bytes, start: number): boolean {
  const { from, to } = trimmed(text, start);
  if (isSentence(text, from, to) && to - from <= CLOSING_BYTES) return false;
  if (to - from > CARD_BYTES || '.?!'.includes(text[to - 1]!)) return false;
  let words = 0;
  let at = from;
  while (at < to && text[at] !== ',' && text[at] !== ':' && !text.startsWith(DASH, at)) {
    if (text[at] !== ' ' && (at === from || text[at - 1] === ' ')) {
      words += 1;
      if (!isCapital(text[at]!) && text[at] !== '&') return false;
    }
    at += 1;
  }
  if (at === to || words < 2 || words > 5) return false;
  at += text.startsWith(DASH, at) ? DASH.length : 1;
  while (at < to && text[at] === ' ') at += 1;
  return at < to && beginning(text, at, to, LISTS.SENTENCES) === 0;
}

function isCapital(byte: string): boolean {
  return (byte >= 'A' && byte <= 'Z') || byte >= '\x80';
}

function isAbbreviation(text: Bytes, at: number, to: number): boolean {
  let end = at;
  while (end < to && text[end] !== ' ') end += 1;
  return text[end - 1] === '.';
}
