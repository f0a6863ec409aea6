// Retracted: what a text says and takes back in the same breath.
// In: a text. Out: the same text with what was taken back as white space, so that all places stay. Why: "shelf 14, I mean 41" orders one
// thing, and the first value is none of its arguments. Only where both values stand right beside the words that correct, and are of
// one kind, is it clear what replaces what; anything else stays as it is, and is asked about.

const MARK =
  '(?:no,? (?:wait|sorry),?|(?:wait|sorry),? no,?|wait,|no, (?:i (?:mean|meant),?|make (?:that|it)|rather)|i (?:mean|meant),?|sorry,(?: i (?:mean|meant))?|make that|or rather|correction[,:]|oops,|scratch that,)';
const DAY =
  '(?:(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|(?:the )?\\d{1,2}(?:st|nd|rd|th))';
const NUMBER = '[#$€£]?\\d+(?:[.,:]\\d+)*';
const CODE = '(?=[^\\s,;]*\\d)(?=[^\\s,;]*\\p{L})[\\p{L}\\p{N}][^\\s,;]*[\\p{L}\\p{N}]';
const END =
  '(?=\\s*(?:$|[.!?]?\\s*$|[.!?;,]\\s)|\\s+(?:in|on|at|for|from|to|with|by|of|please|and [a-z]+ (?:it|them|the)) ?\\b)';

/** A value, the words that correct, and a value of the same kind. */
const ALIKE = [DAY, NUMBER, CODE].map(
  (kind) => new RegExp(`(?<![\\p{L}\\p{N}.,])(${kind},? (?:-+ |– |— )?${MARK} )(?=${kind}${END})`, 'giu'),
);
/** "To the cellar, no sorry, to the attic": the preposition said again begins what is replaced. */
const LED = new RegExp(
  `(?<=\\s)((to|into|as|called|named|at|on|for) (?:(?!\\b(?:to|into|as|called|named|at|on|for|and|or|with|from)\\b)[^,.;!?"“”]){1,60},? ${MARK} )(?=\\2 [^,.;!?]{1,60}[.!?]?\\s*$)`,
  'giu',
);

/** Most texts correct nothing. */
const HINT = /\b(?:sorry|mean|meant|make that|rather|correction|oops|scratch|wait)\b/iu;

export function withoutRetracted(text: string): string {
  if (text.length > LENGTH_MAX || !HINT.test(text)) return text;
  return [...ALIKE, LED].reduce(
    (said, pattern) =>
      said.replace(pattern, (whole: string, taken: string, ...rest: readonly unknown[]) =>
        isOneOfTwo(taken, said, rest.at(-2) as number) ? whole : blank(taken) + whole.slice(taken.length),
      ),
    text,
  );
}

/** "15 minutes on card 12, I mean 20": the new number says nothing of which of the two it replaces. */
function isOneOfTwo(taken: string, text: string, at: number): boolean {
  const old = /^(\d+)(?:[.,:]\d+)*,? /u.exec(taken)?.[1];
  const other = NUMBER_BEFORE.exec(text.slice(0, at))?.[1];
  if (old === undefined || other === undefined) return false;
  const own = /^\d+/u.exec(text.slice(at + taken.length))?.[0] ?? '';
  // Written like the one and unlike the other: "deal 300981 to 12000, sorry, 12000.50".
  return !(isLike(own, old) && !isLike(own, other));
}

/** As long, from three digits on, and with the same first half. */
function isLike(one: string, other: string): boolean {
  return (
    one.length >= 3 &&
    one.length === other.length &&
    one.slice(0, Math.ceil(one.length / 2)) === other.slice(0, Math.ceil(one.length / 2))
  );
}

/** In the same sentence, and no part of a code. */
const NUMBER_BEFORE = /(?<![\p{L}\p{N}.:,_/#-])(\d+)(?:[.,]\d+)?(?![\p{L}\p{N}:_/-])[^.!?;\n]*$/u;

/** A longer text is a document. */
const LENGTH_MAX = 4000;

/** White space of as many bytes, so that places keep their offsets. */
export function blank(text: string): string {
  return text
    .replace(/[^\n\u0080-\u{10ffff}]+/gu, (run) => ' '.repeat(run.length))
    .replace(/[\u0080-\u{10ffff}]/gu, (character) => {
      const bytes = Buffer.byteLength(character);
      return bytes === 4 ? '\u00a0\u00a0' : ['\u00a0', '\u3000'][bytes - 2]!;
    });
}
