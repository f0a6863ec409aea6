// Question: the words a person reads when no call is made.
// In: a tool and what is missing, invalid or unsure. Out: one short text; and, from our own text, the parameters it asked for.
// Why: the text is all that most clients show, and the next user turn answers it. It carries its own key: names in backticks.

import type { InvalidArgument } from '../../../services/routing/wire/route.ts';
import type { Tool } from '../tools/tools.ts';
import { showValue } from '../values/validate.ts';

// A question to a person is a line or two.
const DESCRIPTION_SHOWN_MAX = 120;
const VALUES_SHOWN_MAX = 8;

export function askForMissing(tool: Tool, missing: readonly string[], invalid: readonly InvalidArgument[]): string {
  const parts: string[] = [];
  if (missing.length > 0)
    parts.push(
      `To use \`${tool.name}\` I still need ${joinWords(missing.map((name) => `\`${name}\`${hintFor(tool, name)}`))}.`,
    );
  for (const { param, value, reason } of invalid) {
    parts.push(
      `To use \`${tool.name}\` I need another \`${param}\`${hintFor(tool, param)}: ${JSON.stringify(showValue(value))} is not accepted, because ${lowerFirst(reason)}.`.replace(
        /\.+$/u,
        '.',
      ),
    );
  }
  return parts.join(' ');
}

/** What fits, and cannot be held against the schema that the tool has or that its parameters have. */
export function askAroundSchema(tool: Tool, unchecked: readonly InvalidArgument[]): string {
  if (tool.unusable !== null)
    return `\`${tool.name}\` seems to fit, but its parameters cannot be checked: ${tool.unusable}.`;
  const each = unchecked.map(
    ({ param, value, reason }) => `whether ${JSON.stringify(showValue(value))} is a \`${param}\`, because ${reason}`,
  );
  return `\`${tool.name}\` seems to fit, but I cannot check ${joinWords(each)}.`;
}

export function askWhichTool(names: readonly string[]): string {
  return `Should I use ${joinWords(
    names.map((name) => `\`${name}\``),
    'or',
  )}?`;
}

export function askToConfirm(tool: Tool, names: readonly string[]): string {
  return `To use \`${tool.name}\` I am not sure about ${joinWords(names.map((name) => `\`${name}\``))}. Which value should it be?`;
}

export function askAboutRest(tool: Tool, texts: readonly string[]): string {
  return `I would use \`${tool.name}\`, but I do not know what to do with ${joinWords(texts.map((text) => JSON.stringify(text)))}. Please say it in other words, or leave it out.`;
}

/** Our last text says that something in the turn before the last is not understood. */
export function isOwnDoubt(text: string): boolean {
  return /^I would use `[^`]{1,256}`, but I do not know what to do with /u.test(text);
}

/** What a refusal says where no tool is near. */
export const NOTHING_FITS = 'None of the tools fits this request.';

export function askForOne(tool: Tool, others: readonly string[]): string {
  if (others.length > 0)
    return `This asks for ${joinWords([tool.name, ...others].map((name) => `\`${name}\``))}. Which should I do first?`;
  return `This asks for more than one call. What should I do first with \`${tool.name}\`?`;
}

/** Of several orders, which comes first: each tool with the words that order it. */
export function askForOrder(ordered: readonly { readonly tool: string; readonly text: string }[]): string {
  const each = ordered.map(({ tool, text }) => `\`${tool}\` (${JSON.stringify(shorten(text))})`);
  return `${ORDER_OPENING}${joinWords(each)}. Which should I do first?`;
}

const ORDER_OPENING = 'This asks for several calls, and what changes something is not called beside others: ';

/** The tools between which our last question let the user choose what comes first, or null when it did not. */
export function readOwnOrder(text: string): readonly string[] | null {
  if (!text.startsWith(ORDER_OPENING)) return null;
  return [...text.slice(ORDER_OPENING.length).matchAll(/`([^`]{1,256})` \("/gu)].map((match) => match[1] ?? '');
}

export function askIfMeant(tool: Tool): string {
  return `Shall I really use \`${tool.name}\`? Your request does not say so clearly enough.`;
}

/** The names our last question asked for, or null when the text is not one of our questions. */
export function readOwnQuestion(text: string): { readonly tool: string; readonly names: readonly string[] } | null {
  const opening = /^To use `([^`]{1,256})` I (?:still need|need another|am not sure about) /u.exec(text);
  if (opening === null) return null;
  const names = [
    ...text.slice(opening[0].length - 1).matchAll(/(?:need another |about |need |, |and | )`([^`]{1,256})`/gu),
  ].map((match) => match[1] ?? '');
  return { tool: opening[1] ?? '', names: names.filter((name) => name !== opening[1]) };
}

/** The tools between which our last question let the user choose, as which to use or which first; null when it did not. */
export function readOwnChoice(text: string): readonly string[] | null {
  const isOwn =
    /^(?:Should I use `[^`]{1,256}`(?:, `[^`]{1,256}`)* or `[^`]{1,256}`\?|This asks for `[^`]{1,256}`(?:, `[^`]{1,256}`)* and `[^`]{1,256}`\. Which should I do first\?)$/u;
  if (!isOwn.test(text)) return null;
  return [...text.matchAll(/`([^`]+)`/gu)].map((match) => match[1] ?? '');
}

function hintFor(tool: Tool, name: string): string {
  const leaf = tool.leaves.find((one) => one.argument === name);
  if (leaf === undefined) return '';
  if (leaf.written !== null) return ` (${leaf.written.yes}, ${leaf.written.no})`;
  if (leaf.enumValues.length > 0) {
    const shown = leaf.enumValues.slice(0, VALUES_SHOWN_MAX).map(showValue);
    return ` (${shown.join(', ')}${leaf.enumValues.length > VALUES_SHOWN_MAX ? ', …' : ''})`;
  }
  const short = shorten(leaf.description);
  return short === '' ? '' : ` (${lowerFirst(short.replace(/\.$/u, ''))})`;
}

/** One line without backticks, which are for names. */
function shorten(text: string): string {
  const line = text.replaceAll('`', "'").replace(/\s+/gu, ' ').trim();
  return line.length <= DESCRIPTION_SHOWN_MAX ? line : `${cut(line, DESCRIPTION_SHOWN_MAX)}…`;
}

/** Cut without leaving half a surrogate pair. */
function cut(text: string, length: number): string {
  const end = /[\uD800-\uDBFF]/u.test(text[length - 1] ?? '') ? length - 1 : length;
  return text.slice(0, end);
}

function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.slice(0, 1).toLowerCase() + text.slice(1) : text;
}

function joinWords(words: readonly string[], last = 'and'): string {
  if (words.length <= 1) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`;
}
