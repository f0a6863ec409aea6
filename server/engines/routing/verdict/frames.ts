// Frames: the closed-class words around an order, as patterns over the text before its act.
// In: nothing. Out: patterns for the lead of an order ("could you please …"), for wishes ("I need a …") and for questions that ask
// for something.

const OPENER =
  '(?:(?:please|pls|plz|kindly|now|then|also|just|first|second|next|finally|and|so|ok|okay|hey|hi|hello|dear|yes|yeah|sure|well|great|perfect|thanks|thank you|sorry|alright|right|quickly|immediately|actually|again|good morning|good afternoon|there|team|everyone|assistant)[\\s,!.]*)*';
/** A day or an hour may open the sentence: "On 2027-05-01 book …". */
const DAY =
  '(?:\\p{N}[\\p{L}\\p{N}:/.-]{0,15}|(?:mon|tues|wednes|thurs|fri|satur|sun)day|noon|midnight|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\p{L}{0,6})';
const WHEN = `(?:(?:(?:on|at|by|for)(?: the)? ${DAY}(?: \\p{N}{1,4}(?:st|nd|rd|th)?)?|today|tonight|tomorrow|this (?:morning|afternoon|evening|week)|next \\p{L}+)[\\s,]+)?`;
const HOW_MUCH = '(?: really| also| just| urgently| still| now)*';
/** "I like to …" tells a habit; only "I would like to …" wishes. */
const WANT = `(?:i|we)(?:${HOW_MUCH} (?:want|need|require)|(?:'d| would)${HOW_MUCH} (?:want|need|like|love|require))`;
/** "I want you to …". */
const FOR_US = '(?: for)?(?: you)?';
/** "Can we …?" may ask whether it is allowed, and "will we …?" what is to come: of "we" only what is also begged for is an order. */
const FRAME_ASKING = [
  '(?:can|could|will|would) (?:you|u)|(?:can|could) we please',
  'would it be possible(?: for (?:you|us))? to',
  '(?:could|would|will) you be so kind (?:as )?to|be so kind (?:as )?to',
  `${WANT}${FOR_US} to`,
  "i was wondering (?:if|whether) you (?:could|can|would)|i'd appreciate it if you could|i would appreciate it if you could",
].join('|');
const FRAME = `(?:${FRAME_ASKING}|let's|let us|let me|it's time to|time to|try to)`;
const SOFT =
  "(?:(?:please|kindly|just|now|also|then|quickly|immediately|go ahead and|feel free to|make sure (?:to|you|that you)|be sure to|don't forget to|do not forget to|remember to|help me(?: to)?|help us(?: to)?|help to|help|(?:find|search for|search|look up|look for|get) and)[\\s,]*)*";
const START = '^[\\s,"\'“(*-]*(?:\\p{N}{1,2}[.)] )?';
export const LEAD = new RegExp(`${START}${OPENER}${WHEN}${OPENER}(?:${FRAME}[\\s,]*)?${SOFT}$`, 'iu');
/** "Ok you can", "now you may": leave that is given; what somebody can do at all is told without one of these words. */
export const LEAVE_GIVEN = new RegExp(
  `${START}(?:(?:ok|okay|yes|alright|all right|great|good|right|now|so|then|sure|please)[\\s,!.]+)+you (?:can|may)(?: now| go ahead and)?\\s*$`,
  'iu',
);
export const LEAVE = /^[\s,]*(?:so |and |now )?you (?:can|may)(?: now| go ahead and)?\s*$/iu;
export const LEAD_ING = new RegExp(
  `${START}${OPENER}(?:(?:would|do) you mind|(?:${FRAME}[\\s,]*)?${SOFT}(?:start|begin|go ahead with|proceed with))\\s*$`,
  'iu',
);
export const ASKING = new RegExp(
  `(?:^|[\\s"'“(])(?:${FRAME_ASKING}|(?:would|do) you mind|please|kindly|(?:can|could|may) (?:i|we) (?:please )?(?:get|have))\\b`,
  'iu',
);
const LIGHT =
  '(?:get|have|make|do|give|issue|process|perform|start|request|arrange|initiate|run|place|submit|file|schedule|set up|execute|put through)';
export const WANTS_THING = new RegExp(
  `${START}${OPENER}(?:${WANT}(?: to ${LIGHT}| to ask for)?|(?:can|could|may) (?:i|we) (?:please )?(?:get|have)|(?:${FRAME}[\\s,]*)?${SOFT}${LIGHT}|(?:i am|i'm|we are|we're) (?:asking for|requesting))(?: me| us)? (?:an?|my|the|another) ?(?:full |quick |new |complete |immediate |rolling |clean |fresh |manual )?$`,
  'iu',
);
export const WANTS_NEW = new RegExp(
  `${START}${OPENER}(?:${WANT}(?: to have| to get)?|(?:${FRAME}[\\s,]*)?${SOFT}(?:get|give|book|order) (?:me|us))?\\s*$`,
  'iu',
);
export const WANTS_DONE = new RegExp(
  `${START}${OPENER}(?:${WANT}(?: to (?:have|get|see))?|(?:${FRAME}[\\s,]*)?${SOFT}(?:have|get|make sure(?: that)?|mark|set|flag))\\b`,
  'iu',
);
