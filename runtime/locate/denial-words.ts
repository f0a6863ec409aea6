// Denial, words: what a word can do to the place of a phrase near it, as data for both engines.
// Over 400 lines, as it is one table. In: nothing. Out: for each word the classes it belongs to, and a name where a rule means this very word.
// The frame (cue, direction, reach, exception) is that of NegEx and ConText; the words are our own.

/** Classes; a word may belong to several. Those that are asked for most come first: their masks take fewer bytes of code. */
export const CLASSES = {
  /** Of marks: the reach of a cue ends. */
  END: 1,
  COMMA: 1 << 1,
  AUXILIARY: 1 << 2,
  /** Of verbs in the past, of words that look like one, and of years that are long ago. */
  PAST: 1 << 3,
  /** Begins another clause. */
  BREAK: 1 << 4,
  /** Begins a clause as its subject. */
  SUBJECT: 1 << 5,
  /** What follows is known to be there. */
  DEFINITE: 1 << 6,
  /** Denies what its verb says. */
  NOT: 1 << 7,
  /** A subject or an object. */
  PRONOUN: 1 << 8,
  COPULA: 1 << 9,
  INDEFINITE: 1 << 10,
  ADVERB: 1 << 11,
  /** Its object need not be there: to want it, to ask for it. */
  WISH: 1 << 12,
  /** Denies the noun after it. */
  NO: 1 << 13,
  /** Somebody whose words may be told. */
  SPEAKER: 1 << 14,
  /** Denies that something can be done, not that its object exists. */
  CANT: 1 << 15,
  /** A subject or object that is none, and adverbs that nearly are. */
  NONE: 1 << 16,
  /** A denial of it only denies knowing or minding. */
  KNOWING: 1 << 17,
  /** `refund not needed`. */
  NEEDED: 1 << 18,
  /** A contraction with not, which also asks. */
  CONTRACTED: 1 << 19,
  /** Somebody who is neither the writer nor of the house. */
  OUTSIDER: 1 << 20,
  /** `Refund? No.` */
  ANSWER: 1 << 21,
} as const;

type ClassName = keyof typeof CLASSES;

const WORDS: readonly (readonly [classes: string, words: string])[] = [
  // `do n't`, `do nt`, `nto`: as it is written by mistake.
  ['NOT', "not never nt n't nto"],
  [
    'NOT CONTRACTED',
    "don't doesn't didn't isn't wasn't aren't weren't hasn't haven't hadn't won't wouldn't shouldn't mustn't needn't ain't shan't",
  ],
  [
    'NOT CONTRACTED',
    'dont doesnt didnt didn dint dnt isnt wasnt arent werent hasnt havent hadnt wont wouldnt shouldnt mustnt neednt aint',
  ],
  [
    'NOT CONTRACTED',
    "do'nt does'nt did'nt is'nt was'nt are'nt were'nt has'nt have'nt had'nt would'nt should'nt dno't dnot dotn",
  ],
  ['CANT CONTRACTED', "ca'nt can'nt could'nt"],
  ['CANT CONTRACTED', "can't couldn't cant couldnt"],
  ['CANT', 'cannot unable'],
  ['NO ANSWER', 'no'],
  ['NO', 'without zero'],
  ['NONE', 'neither nor noone nobody nothing hardly barely scarcely rarely seldom'],
  ['NONE ANSWER', 'none'],
  ['ANSWER', 'nope nil negative not never hardly false'],
  [
    'BREAK',
    'but however although though because since after before until till unless while when whenever whereas so then therefore hence who whom whose which where why how please',
  ],
  ['SUBJECT', 'i we he she they'],
  // What would or will be done: of other contractions the first word counts.
  ['SUBJECT AUXILIARY', "i'd we'd i'll we'll"],
  ['SPEAKER', 'he she they'],
  [
    'OUTSIDER SPEAKER',
    'neighbour neighbours neighbor neighbors friend friends mate mates buddy acquaintance sister sisters brother brothers cousin cousins aunt uncle niece nephew coworker coworkers roommate roommates flatmate flatmates housemate housemates',
  ],
  [
    'SPEAKER',
    'someone somebody everyone people wife husband partner son daughter mother father mum mom dad parents colleague colleagues teacher teachers boss lady man woman guy receptionist caretaker landlord client clients',
  ],
  [
    'PAST',
    'provided replaced was were had got did went came took left lost broke bought fell felt gave made paid said sent told found saw won met had began ran stole burnt died caught hit bit kept arrived delivered received credited completed finished turned',
  ],
  ['PRONOUN', 'you it there me us him them'],
  ['PRONOUN DEFINITE', 'this that'],
  ['DEFINITE', 'the my your our his her their its these those'],
  ['INDEFINITE', 'a an any'],
  [
    'WISH',
    'want wants wanting need needs needing wish wishes wished like likes liked ask asks asking order orders ordering request requests requesting requested',
  ],
  [
    'WISH',
    'buy buying bought subscribe subscribing subscribed cancel cancelling canceling cancelled canceled close closing closed return returning returned renew renewing renewed',
  ],
  [
    'WISH',
    'send sending give giving plan planning planned look looking interested complain complaining affected require requires requiring intend intending seek seeking mean means meant bother',
  ],
  ['WISH NEEDED', 'wanted needed required'],
  ['WISH NEEDED PAST', 'requested ordered asked'],
  ['NEEDED', 'necessary applicable'],
  // `s` stands behind a place: `the boiler's been fixed`.
  ['AUXILIARY COPULA', 'is was are were be been being am s'],
  ['AUXILIARY', 'has have had will would shall should may might must do does did can could going gonna having'],
  [
    'KNOWING',
    'know knew known knowing understand understood recognise recognize recognised recognized remember sure certain clear idea clue believe hesitate forget mind wait stand help stress care regret authorise authorize authorised authorized',
  ],
  [
    'ADVERB',
    'really even fully quite still yet ever just actually also currently anymore very exactly totally completely entirely longer necessarily certainly absolutely definitely',
  ],
];

/** Words that a rule means by themselves; forms of one verb have one name. */
const NAMES: readonly (readonly [name: string, words: string])[] = [
  ['WHY', 'why'],
  ['IF', 'if'],
  ['WHAT', 'what'],
  ['AND', 'and'],
  ['OR', 'or'],
  ['TO', 'to'],
  ['OF', 'of'],
  ['FROM', 'from'],
  ['THAN', 'than'],
  ['INSTEAD', 'instead'],
  ['RATHER', 'rather sooner'],
  ['OTHER', 'other'],
  ['EXCEPT', 'except excluding minus'],
  ['EXCLUDE', 'exclude excludes excluded'],
  ['RULED', 'rule rules ruled ruling leave'],
  ['FORGET', 'forget ignore disregard skip avoid scrap'],
  ['ABOUT', 'about'],
  ['MIND', 'mind minds'],
  ['GAVE', 'gave give given giving'],
  ['UP', 'up'],
  ['NEGATIVE', 'negative'],
  ['SUPPOSE', 'suppose supposing imagine assuming'],
  ['THOUGHT', 'thought assumed suspected'],
  ['WITHOUT', 'without'],
  ['AFTER', 'after'],
  ['THINK', 'think believe feel'],
  ['DO', 'do'],
  ['WITH', 'with'],
  ['FALSE', 'false untrue'],
  ['TRUE', 'true'],
  ['WHO', 'who'],
  ['WHICH', 'which'],
  ['UNLESS', 'unless provided once'],
  ['TOO', 'too'],
  ['HAPPEN', 'happens'],
  ['WHEN', 'when'],
  ['MEANS', 'means'],
  ['INTEREST', 'interest use'],
  ['APART', 'apart'],
  ['FREE', 'free'],
  ['LACK', 'lack lacks lacking absence'],
  ['FAR', 'far refrain refrained'],
  ['ANYTHING', 'anything'],
  ['BUT', 'but'],
  ['AGAINST', 'against'],
  ['DECIDE', 'decide decided deciding advise advised advises recommend recommended warn warned'],
  ['REFUSE', 'refuse refuses refused refusing decline declines declined declining opposed'],
  ['FAIL', 'fail fails failed failing'],
  ['YET', 'yet'],
  ['STOP', 'stop stops stopped stopping'],
  ['CASE', 'case'],
  ['EVENT', 'event'],
  ['IN', 'in within'],
  ['THE', 'the'],
  ['A', 'a an'],
  ['WOULD', 'would'],
  ['MIGHT', 'might'],
  ['HAVE', 'have has had'],
  ['HOPED', 'liked loved preferred expected hoped appreciated like love prefer appreciate'],
  ['HAPPY', 'glad grateful happy pleased delighted'],
  ['SHOULD', "should shouldn't shouldnt"],
  ['EVER', 'ever'],
  ['LONGER', 'longer'],
  ['ONE', 'one'],
  ['DOUBT', 'doubt wonder matter idea clue'],
  ['CHOICE', 'choice option'],
  ['LESS', 'less short'],
  ['FIRST', 'first'],
  ['MORE', 'more enough'],
  ['SUCH', 'such'],
  ['SO', 'so'],
  ['SEEN', 'seen'],
  ['BEEN', 'been'],
  ['BE', 'be'],
  ['OUT', 'out'],
  ['QUESTION', 'question'],
  ['LAST', 'last'],
  ['THING', 'thing'],
  ['UNNECESSARY', 'unnecessary'],
  ['ONLY', 'only just least'],
  ['STILL', 'still'],
  ['HELP', 'help'],
  ['NO', 'no'],
  ['WANT', 'want wants need needs'],
  ['SEE', 'see ask asks asking check checking wonder wondering whether'],
  ['THANKS', 'thanks thank known'],
  ['I', "i we i'd we'd i'll we'll someone somebody anyone"],
  ['CAN', 'can could'],
  [
    'SAY',
    'say says said saying tell tells told telling claims claimed insists insisted thinks believes reckons swears mention mentioned',
  ],
  ['HEAR', 'hear heard'],
  ['THAT', 'that'],
  ['ME', 'me us'],
  ['MY', 'my our'],
  ['YOUR', 'your'],
  ['AT', 'at on by since'],
  ['FOR', 'for'],
  ['NOTHING', 'nothing'],
  ['SOMETHING', 'something anything everything it there'],
  [
    'DONE',
    'done replaced sorted fixed resolved solved settled repaired mended cleared avoided averted corrected rectified removed restored refunded withdrawn dealt over',
  ],
  ['FINE', 'fine ok okay good well correct'],
  ['USED', 'used'],
  ['HOW', 'how where'],
  ['USUAL', 'generally usually normally typically ordinarily'],
  ['GENERAL', 'general principle theory'],
  ['IS', 'is are am'],
  ['PLEASE', 'please'],
  ['MAY', 'may'],
  ['LET', 'let wait'],
  [
    'QUANTITY',
    'some two three four five six seven eight nine ten many much another both each every all extra several few',
  ],
  [
    'ADJECTIVE',
    'new old big small large little long short bad second third fourth next front rear left right whole same own spare young monthly yearly weekly annual daily broken early late online private public',
  ],
  ['YEAR', 'year years spring summer autumn winter season decade decades time ages'],
  ['POSSIBLE', 'possible allowed permitted available convenient'],
  ['SORTING', 'sorting fixing resolving solving repairing mending'],
  ['AGO', 'ago'],
  ['NEVER', 'never'],
  ['TURNS', 'turns turn'],
  ['DOWN', 'down'],
  ['UN', 'un non'],
  ['AGAIN', 'again now yesterday today already quickly thankfully completely entirely itself'],
  // From here on words that are no more than words to the other rules.
  ['PAID', 'paid gone arrived delivered received credited found completed finished turned here'],
  ['WORKS', 'works working runs running holds fits going'],
  [
    'PRAISE',
    'perfect perfectly great excellent super superb wonderful lovely brilliantly beautifully fantastic flawless spotless smooth smoothly best quick treat charm dream brilliant',
  ],
  ['CUSTOMER', 'customer client guest tenant passenger patient visitor person student traveller'],
  ['CUSTOMERS', 'customers clients guests people tenants passengers patients visitors students parents members'],
  [
    'TITLE',
    'book books brochure leaflet article magazine newsletter course talk lecture workshop webinar blog film movie novel podcast booklet pamphlet video title titled list track song album episode',
  ],
  ['THINGS', 'things questions matters requests queries bits'],
  ['TICKET', 'ticket enquiry inquiry'],
  ['CLOSE', 'close closed'],
  ['FURTHER', 'further'],
  ['ELSE', 'else'],
  ['MESSAGE', 'message mail email letter form request'],
  ['BIN', 'bin tear'],
  ['REPLY', 'reply answer answering respond action'],
  ['VISIT', 'ring phone call send visit'],
  ['NEEDING', 'needing'],
  ['ALARM', 'alarm'],
  ['SECONDLY', 'secondly separately'],
  ['ALSO', 'also'],
  ['PROBLEM', 'problem problems issue issues trouble'],
  ['TAKE', 'take'],
  ['BACK', 'back'],
  ['STAYS', 'stays stay remains remain stands'],
  ['NEVERMIND', 'nevermind nvm'],
  ['OPENED', 'open outstanding pending'],
  ['CLOSING', 'closing'],
  ['MYSELF', 'myself ourselves himself herself themselves'],
  ['NORMAL', 'normal'],
  ['HELPED', 'worked helped'],
  ['PROCESS', 'process bother'],
  ['SLEEP', 'sleep'],
  ['CURIOUS', 'curious curiosity'],
  ['STUDY', 'dissertation thesis essay homework'],
  ['WRITING', 'writing'],
  ['PIECE', 'piece paper story'],
  ['SCHOOL', 'school university college uni'],
  ['PROJECT', 'project assignment'],
  ['LOOKING', 'looking'],
  ['SETTLE', 'settle'],
  ['BET', 'bet argument dispute'],
  ['AUTOMATED', 'automated automatic auto'],
  ['GENERATED', 'generated'],
  ['MONITORED', 'monitored unmonitored'],
  ['MAILBOX', 'mailbox inbox address'],
  ['REPORTER', 'reporter journalist'],
  ['TOUCH', 'touch'],
  ['SORRY', 'sorry apologies'],
  ['FUSS', 'fuss confusion'],
  ['FAULT', 'wrong fault complaint complaints objection objections'],
  ['SEEMS', 'looks sounds seems feels appears looked sounded seemed'],
  ['APPLY', 'apply applying application'],
  ['JOB', 'job position vacancy internship'],
  ['RESUME', 'cv'],
  ['ENCLOSED', 'attached enclosed enclose attach'],
  ['CLICK', 'click tap'],
  ['BARGAIN', 'save earn enjoy get'],
  ['OFF', 'off'],
  ['UNSUBSCRIBE', 'unsubscribe'],
  ['DROP', 'drop withdraw'],
  ['TREAT', 'consider regard'],
  ['AS', 'as'],
  ['OH', 'ah oh aha'],
  ['TEAM', 'team department desk hotline'],
  ['URGENT', 'urgent'],
  ['CONTACT', 'contact write email'],
  ['CONDITIONS', 'conditions rules'],
  ['DEAR', 'dear'],
  ['OFFICE', 'office'],
  ['UNTIL', 'until till'],
  ['LETTER_B', 'b'],
];

/** Names of marks. */
const MARKS = ['QUESTION_MARK', 'COLON', 'DASH', 'HYPHEN', 'BRACKET'] as const;

/** The number of each name; 0 is no name. */
export const NAME_NUMBERS: ReadonlyMap<string, number> = new Map(
  [...NAMES.map(([name]) => name), ...MARKS].map((name, at) => [name, at + 1]),
);

export function nameNumber(name: string): number {
  const number = NAME_NUMBERS.get(name);
  if (number === undefined) throw new Error(`no name ${name}`);
  return number;
}

/** What a word or a mark is to denial. */
export interface Role {
  /** Sum of classes. */
  readonly classes: number;
  /** Number of a name, or 0. */
  readonly name: number;
}

const TRIGGER_NAMES: ReadonlySet<number> = new Set(
  (
    'IF UNLESS SHOULD CASE EVENT EVER WOULD MIGHT INSTEAD LACK FREE APART FAR OTHER RATHER REFUSE FAIL YET ANYTHING ' +
    'DECIDE EXCEPT STOP SAY HEAR EXCLUDE RULED FORGET MIND GAVE NEGATIVE SUPPOSE THOUGHT DOUBT FALSE WHO HAPPEN ' +
    'YEAR SORTING THANKS USED DO DONE ONE USUAL GENERAL CUSTOMER CUSTOMERS TITLE DOWN UN THING PAID HAPPY'
  )
    .split(' ')
    .map(nameNumber),
);

/**
 * Names by the rules that ask for them: where none of a group stands, its rules say nothing. The runtime asks them only where one does.
 */
const GROUPS = {
  /** Cues before a place, and what supposes it; beside the classes that deny. */
  CUE:
    'IF CASE EVENT EVER MIGHT SUPPOSE WOULD HAPPY HAVE THOUGHT INSTEAD FREE APART FAR OTHER RATHER NEGATIVE MIND GAVE RULED ' +
    'EXCLUDE FORGET REFUSE FAIL YET ANYTHING DECIDE EXCEPT LACK DOWN UN STOP DOUBT FALSE WHO THING',
  /** What is over or found to be fine. */
  END: 'DONE FINE PAID WORKS TURNS PRAISE',
  /** What was once, and is no more. */
  FORMER: 'USED UNLESS THANKS DONE PAID HAVE MY',
  /** A time that is long ago. */
  TIME: 'YEAR AGO IN',
  /** A question in general, or what somebody says. */
  GENERAL: 'USUAL GENERAL CUSTOMER CUSTOMERS ONE SAY',
  /** A question by its words, and what is asked of a case. */
  ASKING: 'WHAT HOW WHEN WHO HAPPEN DO',
  /** What is taken back, and the case of a problem. */
  TAKEN: 'MIND FORGET TAKE PROBLEM',
  /** What others say. */
  TOLD: 'SAY HEAR',
} as const;

/** For each group its name, and whether a name belongs to it. */
export const NAME_GROUPS: readonly (readonly [group: string, names: ReadonlySet<number>])[] = Object.entries(
  GROUPS,
).map(([group, names]) => [group, new Set(names.split(' ').map(nameNumber))]);

/** Roles by the word, folded, with a straight apostrophe. */
export const ROLES: ReadonlyMap<string, Role> = readRoles();

function readRoles(): Map<string, Role> {
  const roles = new Map<string, { classes: number; name: number }>();
  const roleOf = (word: string): { classes: number; name: number } => {
    const role = roles.get(word) ?? { classes: 0, name: 0 };
    roles.set(word, role);
    return role;
  };
  for (const [classes, words] of WORDS) {
    for (const word of words.split(' '))
      for (const name of classes.split(' ')) roleOf(word).classes |= CLASSES[name as ClassName];
  }
  for (const [name, words] of NAMES) {
    for (const word of words.split(' ')) {
      const role = roleOf(word);
      // A word that two rules mean has its first name.
      if (role.name === 0) role.name = nameNumber(name);
    }
  }
  return roles;
}

/**
 * Words without one of which nothing before a place denies it: whoever looks for them first seldom has to look again. A contraction
 * begins with one.
 */
export const TRIGGERS: ReadonlySet<string> = new Set([
  ...[...ROLES]
    .filter(
      ([, { classes, name }]) =>
        (classes & (CLASSES.NOT | CLASSES.CANT | CLASSES.NO | CLASSES.NONE | CLASSES.OUTSIDER)) !== 0 ||
        TRIGGER_NAMES.has(name),
    )
    .map(([word]) => word),
  ...[...ROLES.keys()].flatMap((word) => (/'t$/.test(word) ? [word.slice(0, -2)] : [])),
  // `had I …`, `were I to …`, `posted me my …`.
  'had',
  'were',
  'me',
  'us',
  // Of `I'd` and `I'll`: what stands behind the apostrophe.
  'd',
  'll',
]);
