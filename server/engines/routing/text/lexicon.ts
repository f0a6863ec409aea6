// Lexicon: the closed-class words of English, by what they do to a request.
// In: nothing. Out: lists, as data. Why: content words have no end, but the words between them do. Each is classed once, here; a
// function word that stands in no class is not ignored but asked about.
// Source: written for this project from grammars of English (determiners, pronouns, prepositions, conjunctions, auxiliaries, degree
// and time adverbs). No word was taken from a data set. MIT, as the project.

/** Words that leave what is asked for as it is. */
export const HARMLESS = {
  determiner: 'a an the new this that these those my our your',
  polite:
    'please pls plz kindly thanks thank thx cheers ty sorry welcome hi hello hey hiya dear greetings bye appreciate grateful appreciated morning afternoon evening good',
  filler:
    'ok okay well so um uh er hmm oh ah yes yeah yep sure alright great perfect fine cool basically simply literally honestly anyway indeed actually really there here then very id ids',
  urgency: 'now asap immediately quickly promptly urgently directly straightaway soon',
  anaphor: 'it its them they itself one ones',
} as const;

/** Harmless in the frame before an order, a question or inside a value's own phrase; elsewhere they say a relation. */
export const FRAMED = {
  frame:
    "can could will would you i u we us me i'd i'm i'll we'd we'll we're let's lets let want need like love wish help mind trying looking hoping going get give have remember forget ensure possible i've you'd you'll try tell know show see im needs wants wanted",
  copula:
    "is are am be been being was were do does did has had having it's that's what's there's isn't where's who's how's",
  relative: 'which who whose where what how whom why',
} as const;

/** Harmless right before a used value or a word of the tool. */
export const PLACED = {
  role: 'of for to in on at with by from into onto via using through per as against near toward towards across among named called titled entitled labelled labeled inside upon',
  join: 'and plus also too',
} as const;

/** Words that change what is meant: an argument takes them, or they are asked about. */
export const CHANGING = {
  negation:
    "no not never none nobody nothing nowhere neither nor without cannot hardly barely scarcely rarely seldom don't doesn't didn't won't can't couldn't shouldn't wouldn't isn't aren't wasn't weren't haven't hasn't hadn't stop avoid refrain",
  exception:
    'except excluding exclude but besides apart aside instead rather unless omit minus skip skipping ignore ignoring',
  comparator:
    'less more fewer greater smaller larger bigger higher lower shorter longer cheaper over under above below beneath beyond least most maximum minimum max min between than exceeding exceed half double twice triple quarter enough younger older earlier exactly partly partially partial',
  hedge:
    'about around approximately approx roughly nearly almost circa maybe perhaps possibly probably might may somewhat something somehow someone somebody somewhere similar kinda sorta supposedly apparently presumably say suppose imagine hypothetically pretend theoretically potentially',
  condition:
    'if provided providing assuming supposing when whenever once until till while before after since otherwise whether should depending wherever',
  temporal:
    'later eventually someday sometime tomorrow yesterday already still every daily weekly monthly yearly always often sometimes usually ending during today tonight ago recently again',
  alternative: 'or either else alternatively versus vs',
  quantifier:
    'all any anywhere everywhere both several many few some everything anything everyone anyone only just even other others another rest remaining same different next last first previous whole entire each much such own enough',
  relation:
    "his her he she him their theirs hers he's she's they're someone's somebody's including together along behalf behind beside between out-of outside beyond",
  /** What is called so is not, no more, or not yet. */
  privative: 'former formerly future prospective potential alleged fake',
  sorting: 'ascending descending',
  particle: 'off out up down back away apart',
  report: 'says said told asked according allegedly claimed wrote reportedly claims',
  contrast: 'however though although despite whereas because yet',
  deontic: 'must shall ought supposed',
} as const;

/** Runs of words that change nothing although one of them would. */
export const HARMLESS_IDIOMS = [
  'on my behalf',
  'on our behalf',
  'if possible',
  'if you can',
  'if you could',
  'if you would',
  'if you please',
  'if you like',
  'when you can',
  'when you get a chance',
  'when possible',
  'as soon as possible',
  'as soon as you can',
  'right away',
  'right now',
  'at once',
  'straight away',
  "don't forget",
  'do not forget',
  'no problem',
  'no worries',
  'if you could',
  'whether you could',
  'if you can',
  'look up',
  'looking up',
  'find out',
  'more about',
  'more information',
  'more details',
  'information about',
  'details about',
  'info about',
  'details on',
  'based on',
  'in order to',
  'just now',
  'once more',
  'for me',
  'for us',
  'up to date',
  'as well',
  'at the moment',
  'in advance',
  'thank you',
  'have a nice day',
  'have a great day',
  'have a nice weekend',
  'have a good weekend',
  'best regards',
  'kind regards',
  'so much',
  'very much',
  'a lot',
  'all the best',
  'of course',
  'by the way',
  'would you mind',
  'if you would mind',
  'for a while',
  'in a while',
  'set up',
  'sign up',
  'go ahead',
  "i'm looking for",
  'tell me about',
  'know about',
  'told me about',
  'something like that for me',
  'in full',
  'on my behalf',
  'on our behalf',
  'let me know if it works',
  'let me know if it worked',
  'let me know if it was successful',
  'let me know if it is successful',
  'let me know if it is done',
  'let me know when it is done',
  // "It's" is read as "it".
  'let me know if it successful',
  'let me know if it done',
  'let me know when it done',
  'let me know whether it worked',
  'for good',
  'as requested',
  'as agreed',
  'as discussed',
  'as usual',
  'at her own request',
  'at his own request',
  'at their own request',
  'any more',
  'any longer',
  'from now on',
] as const;

/** Runs of words that change what is meant although each alone may be harmless. */
export const CHANGING_PHRASES = [
  'up to',
  'at least',
  'at most',
  'no more than',
  'no less than',
  'or so',
  'or more',
  'or less',
  'or something',
  'as well as',
  'instead of',
  'rather than',
  'kind of',
  'sort of',
  'something like',
  'one day',
  'i might',
  'me and',
  'and others',
  'and me',
  'on behalf of',
  'other than',
  'apart from',
  'out of',
  'someone like',
  'the contents of',
  'the content of',
  'everything in',
  'so far',
  'part of',
  'one of the',
  'copy of',
  'a copy of',
  'to me',
  'with me',
  'the likes of',
  'next to',
] as const;

/** Runs of words that make what they belong to depend on something else. */
export const CONDITION_PHRASES = [
  'as soon as',
  'as long as',
  'in case',
  'in the event',
  'now that',
  'by the time',
] as const;

/** Verbs that only bring an argument to an order that was given: "… and add a video link". Harmless right before what is sent. */
export const CARRIERS = setOf(
  'add set make use include keep turn switch mark tag label name call title say tell write put give assign send leave let allow',
);

/** Words that only join a value to what it belongs to: "running from Monday", "worth 5 euros". Harmless right before a value. */
export const LINKS = setOf(
  'running starting ending beginning lasting valid good due worth costing reading saying asking mentioning dated effective priced sized numbered expiring arriving leaving departing returning pointing points led born lives takes lasts costs weighs',
);

/** Nouns that only say of what kind a value before them is: "the turbo mode", "low priority level". Harmless right behind a value. */
export const KINDS = setOf(
  'mode type kind option setting status level class tier plan version priority format style way basis method category stage state record entry item group section',
);

/** Who somebody is to the speaker: beside the name, which alone says who is meant. */
export const RELATIVES = setOf(
  'friend colleague coworker neighbour neighbor boss manager assistant partner husband wife son daughter brother sister mother father mom mum dad uncle aunt cousin nephew niece grandmother grandfather roommate flatmate teammate landlord landlady',
);

/** What stands first in some order. */
export const SUPERLATIVES = setOf(
  'best worst most least highest lowest biggest smallest largest greatest cheapest newest oldest latest earliest longest shortest fastest slowest nearest closest youngest',
);

/** How somebody likes a thing: it tells none from another that has a name of its own. */
export const LIKED = setOf('favourite favorite beloved dear lovely');

/** How wholly something is done: it changes nothing where no argument says how much. */
export const TOTALS = setOf('permanently forever completely entirely fully altogether wholly');

/** What the first word of a clause is when it has a subject. */
export const SUBJECTS = setOf(
  "i we he she they it you there nobody somebody someone everyone everybody people nothing the a an my our your his her their this that these those some i'm i've we're we've they're they've it's he's she's there's that's you're someone's somebody's nobody's everyone's everybody's",
);

/** What is said, thought, felt, wanted or tried is not so yet: such a clause changes what an order beside it means. */
export const ATTITUDES = setOf(
  'say says said saying tell tells told telling ask asks asked asking write writes wrote written claim claims claimed report reports reported mention mentions mentioned suggest suggests suggested propose proposes proposed recommend recommends recommended advise advises advised announce announced ' +
    'think thinks thought believe believes believed guess guesses guessed suppose supposes supposed assume assumes assumed imagine imagines imagined expect expects expected hope hopes hoped wish wishes wished want wants wanted plan plans planned intend intends intended consider considers considered wonder wonders wondered doubt doubts doubted fear fears feared feel feels felt know knows knew ' +
    'try tries tried trying decide decides decided promise promises promised threaten threatens threatened refuse refuses refused agree agrees agreed insist insists insisted demand demands demanded order orders ordered pretend pretends pretended ' +
    'sure certain afraid serious kidding joking thinking considering planning hoping wondering undecided unsure',
);

/** Words that tell the reader what to do or to leave: in a reason they would be another order. */
export const INSTRUCTING = setOf(
  "would could might may should must shall ought will he'll she'll they'll it'll need needs let lets please wait wouldn't couldn't shouldn't mustn't better sooner",
);

/** Nouns and adjectives by which something is only said to be: a joke, an example, a plan. */
export const UNREAL = setOf(
  'joke jokes joking example examples plan plans idea ideas test tests drill rumour rumor rumours question questions quote quotation proposal suggestion draft hypothesis theory exercise simulation fiction prank opinion premature unnecessary pointless optional hypothetical',
);

/** Past forms of strong verbs, by which a clause shows that it tells something. */
export const PAST_VERBS = setOf(
  'left went got came took made gave lost broke sent paid bought sold kept met ran fell found forgot stole stolen hit hung held caught became began chose drove flew grew led rose sat stood won wore spent built burnt spoke slept swore threw tore woke withdrew died quit',
);

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** Pairs of particles and states: who says one does not mean the other. */
export const OPPOSITES: readonly (readonly [string, string])[] = [
  ['on', 'off'],
  ['in', 'out'],
  ['up', 'down'],
  ['before', 'after'],
  ['enable', 'disable'],
  ['start', 'stop'],
  ['lock', 'unlock'],
  ['open', 'close'],
  ['mute', 'unmute'],
  ['subscribe', 'unsubscribe'],
  ['archive', 'unarchive'],
  ['pin', 'unpin'],
  ['assign', 'unassign'],
  ['add', 'remove'],
  ['attach', 'detach'],
  ['activate', 'deactivate'],
  ['hide', 'show'],
  ['pause', 'resume'],
  ['arm', 'disarm'],
  ['mount', 'unmount'],
  ['freeze', 'unfreeze'],
  ['ban', 'unban'],
  ['block', 'unblock'],
  ['install', 'uninstall'],
  ['increase', 'decrease'],
  ['cordon', 'uncordon'],
];
