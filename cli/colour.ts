// Colour: what is drawn, for terminals that show colours.
// In: lines as render.ts draws them and commands print them. Out: the same with the codes of a terminal around their parts, or as they
// are: to a file or a pipe, or where NO_COLOR says so (FORCE_COLOR says otherwise).

import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

interface Paint {
  readonly line: RegExp;
  /** One for each group; the rest of the line stays as it is. */
  readonly styles: readonly Style[];
}

const PAINTS: readonly Paint[] = [
  { line: /^((?:error|fault)\[[a-z-]+\])/, styles: [['bold', 'red']] },
  { line: /^(warning\[[a-z-]+\])/, styles: [['bold', 'yellow']] },
  { line: /^(note\[[a-z-]+\])/, styles: [['bold', 'cyan']] },
  { line: /^( *-->)/, styles: ['blue'] },
  { line: /^( *[0-9]* \|)(?: *(\^+)$)?/, styles: ['blue', ['bold', 'red']] },
  { line: /^( *help:)/, styles: ['cyan'] },
  { line: /^( *FAIL)(?= )/, styles: [['bold', 'red']] },
];

/** The text as a stream shows it. */
export function coloured(text: string, stream: NodeJS.WriteStream): string {
  if (!isColourful(stream)) return text;
  return text.split('\n').map(paint).join('\n');
}

/** Node's own rule: NO_COLOR, NODE_DISABLE_COLORS, FORCE_COLOR, and whether the stream is a terminal. */
function isColourful(stream: NodeJS.WriteStream): boolean {
  return styleText('bold', 'a', { stream }) !== 'a';
}

function paint(line: string): string {
  for (const { line: pattern, styles } of PAINTS) {
    const match = pattern.exec(line);
    if (match === null) continue;
    let rest = line;
    let painted = '';
    styles.forEach((style, index) => {
      const part = match[index + 1];
      if (part === undefined) return;
      const at = rest.indexOf(part);
      painted += rest.slice(0, at) + styleText(style, part, { validateStream: false });
      rest = rest.slice(at + part.length);
    });
    return painted + rest;
  }
  return line;
}
