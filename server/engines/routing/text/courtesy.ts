// Courtesy: what people say around a value that is no part of it, and short answers that give none.
// In: a text. Out: where it ends without what is said out of courtesy or haste; whether an answer says nothing.
// Why: free words end with their clause, and so does "please": "a folder called Printer please" is called Printer. Where such a word
// may belong to the name as well ("Apocalypse now"), nobody can tell where it ends.
// Source: written for this project. No word was taken from a data set. MIT, as the project.

/** Small letters only: "Please" and "Thanks" with a capital are words of a title. */
const POLITE =
  /(?:(?<![\s,])[\s,]+(?:please|pls|plz|kindly|thanks|thank you|thx|ty|cheers|asap|(?:many|with) thanks|(?:so|very) much|a lot|if (?:possible|you (?:can|could|would|please|like))|when(?:ever)? (?:possible|you (?:can|get a chance|have (?:a moment|time)))|as soon as (?:possible|you can)|(?:can|could|will|would) you))+[\s!]*$/u;

/** How long a text is without the courtesy at its end. */
export function lengthWithoutCourtesy(text: string): number {
  const polite = POLITE.exec(text);
  return polite === null ? text.length : polite.index;
}

/** Words of time and manner that are said to whoever carries out an order, and end many a name, too. */
const DOUBTFUL =
  /(?<![\s,])[\s,]+(?:now|soon|then|again|today|tonight|immediately|quickly|promptly|first|instead|later|ok|okay|right (?:away|now)|straight away|at once|for (?:me|us)|[iI] (?:guess|think|suppose|believe)|maybe|perhaps|probably|or so|or something)[\s!?]*$/u;

/** Nobody can tell whether the last words belong to what they follow. */
export function endsInDoubt(text: string): boolean {
  return DOUBTFUL.test(text);
}

const NO_ANSWER =
  /^[\s"'“]*(?:h+m+|u+h+m*|u+m+|e+r+m?|well|so|whatever|idk|dunno|skip(?: (?:it|that|this))?|thinking|waiting|(?:the )?usual|as usual|(?:the |that |this )?(?:first|second|third|fourth|fifth|last|other|same|former|latter)|(?:the |that |this )?(?:first|second|third|fourth|fifth|last|other|same|next|previous|former|latter|right|old|new|usual|normal) (?:ones?|name|thing)|(?:the|that) one(?: .*)?|(?:no|any) (?:idea|preference|clue)|(?:just )?(?:any|some|every|no)(?:thing|one|body| of (?:them|these|those|it))?(?: (?:is )?(?:fine|good|nice|will do))?|no matter|good question|one (?:sec|second|moment|minute)|hold on|hang on|later|up to you|surprise me|you (?:choose|decide|pick)|same (?:as .*|again))[\s.,!?"'”…]*$/iu;

/** "Hmm", "whatever", "the first one": an answer that names nothing. */
export function saysNothing(text: string): boolean {
  return NO_ANSWER.test(text);
}
