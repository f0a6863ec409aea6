// Program: a set of questions as a script of the language.
// In: questions in the one form. Out: the script's text, which is canonical, and the limits it is checked under.
// It depends on phrases, vetoes and paths alone: the ids and texts of questions and the keys of options are not in it, so
// that questions from one template share what is kept for a program. Its input is the state as the client sent it, and its
// output one verdict for each question, in their order, with options by position.

import { countPhraseWords, PREPARED_WORDS_MAX } from '../../../compiler/phrases.ts';
import { compareCodePoints } from '../../../grammar/form.ts';
import { canonical } from '../../../grammar/printer.ts';
import { decodeScript, read } from '../../../grammar/reader.ts';
import type { ScriptLimits } from '../../../grammar/scan.ts';
import type { Typos } from '../../services/decisions/wire/typos.ts';
import { TYPOS } from '../../services/decisions/wire/typos.ts';
import { capitalsOf } from './capitals.ts';
import type { Path } from './paths.ts';
import { countSteps, writePath } from './paths.ts';
import type { PhraseGroup } from './phrases.ts';
import type { Option, PreparedQuestion } from './questions.ts';
import type { SearchKind } from './rule.ts';
import { PATHS, pathsWith, ROOTS, RULE, SCOPED_VERDICTS, searchFor, VERDICTS } from './rule.ts';
import type { RuledSet, ScriptPlace } from './ruled.ts';
import { RULED, RULED_ROOTS, RULED_STATE, RULED_VERDICTS, ruledSet } from './ruled.ts';
import type { Cards } from './scorecard.ts';
import { SCORED_VERDICTS, SCORES, WORDS, writeCards } from './scorecard.ts';
import type { TypoWord } from './typos.ts';
import { typoWordsOf } from './typos.ts';
import type { Variant } from './variants.ts';
import { variantsAmong } from './variants.ts';
import { isWeak } from './weak.ts';

/** Phrases of one set, each counted as often as it is written, vetoes too; compiling them takes about a second. */
export const PHRASES_MAX = 20_000;
/** Words and other characters of all phrases of one set, each phrase once: what can be made ready while a program is compiled. */
export const PHRASE_WORDS_MAX = PREPARED_WORDS_MAX;
/** Names, selectors and operands of all paths of one set, in all their readings. */
export const PATH_STEPS_MAX = 20_000;

// What a set within the limits above can come to: bytes of phrases twice, as large as a request may be, and escapes.
export const PROGRAM_LIMITS: ScriptLimits = { bytesMax: 8 * 2 ** 20, nodesMax: 500_000 };

export type Writing =
  | { readonly kind: 'program'; readonly text: string; readonly scripts: readonly ScriptPlace[] }
  /** `limit` names what there is too much of. */
  | {
      readonly kind: 'too-large';
      readonly limit: 'phrases' | 'words in phrases' | 'path keys' | 'bytes';
      readonly max: number;
    };

export interface ProgramOptions {
  /** TYPOS when left out. */
  readonly typos?: Typos;
}

/** Writes the program of a set of questions. */
export function writeProgram(questions: readonly PreparedQuestion[], { typos = TYPOS }: ProgramOptions = {}): Writing {
  const phrases = new Phrases();
  const paths = new Paths();
  const cards: string[] = [];
  const ruled = ruledSet(questions);
  let listed = '';
  for (const [at, question] of questions.entries()) {
    listed += `${listed === '' ? '' : ' '}${writeQuestion(question, at, { phrases, paths, cards, ruled })}`;
    if (phrases.words > PHRASE_WORDS_MAX)
      return { kind: 'too-large', limit: 'words in phrases', max: PHRASE_WORDS_MAX };
    if (phrases.count > PHRASES_MAX) return { kind: 'too-large', limit: 'phrases', max: PHRASES_MAX };
    if (paths.steps > PATH_STEPS_MAX) return { kind: 'too-large', limit: 'path keys', max: PATH_STEPS_MAX };
  }
  const texts = phrases.texts();
  const words = typos === null ? [] : typoWordsOf(texts, typos);
  const capitals = phrases.listCapitals();
  const variants = variantsAmong(texts, PHRASE_WORDS_MAX - phrases.words);
  const { head, search, verdicts } = frameOf({
    scoped: !paths.isEmpty,
    scored: cards.length > 0,
    ruled: ruled !== null,
    typos: words.length > 0,
    varied: variants.size > 0,
    capital: capitals !== '',
  });
  const points = cards.length === 0 ? '' : `(def cards ${writeList(cards)})\n`;
  const rules = ruled === null ? '' : `${toCanonical(ruled.functions)}\n${ruled.order}\n`;
  const text = `${head}\n${rules}(def phrases [${phrases.list(variants.keys())}])\n(def weak {${phrases.listWeak()}})\n(def questions [${listed}])\n${points}${capitals === '' ? '' : `(def capitals {${capitals}})\n`}${writeVariants(variants)}${writeTypoWords(words)}${search}\n${paths.isEmpty ? '' : `${paths.list()}\n`}${verdicts}`;
  if (Buffer.byteLength(text) > PROGRAM_LIMITS.bytesMax)
    return { kind: 'too-large', limit: 'bytes', max: PROGRAM_LIMITS.bytesMax };
  return { kind: 'program', text, scripts: ruled?.scripts ?? [] };
}

/** The phrases of a set as they are written: the questions of one set have many in common. */
class Phrases {
  readonly #quoted = new Map<string, string>();
  /** Each as often as it was written. */
  count = 0;
  /** Of each phrase once. */
  words = 0;

  quote(phrase: string): string {
    this.count += 1;
    let quoted = this.#quoted.get(phrase);
    if (quoted === undefined) {
      quoted = quote(phrase);
      this.words += countPhraseWords([phrase]);
      this.#quoted.set(phrase, quoted);
    }
    return quoted;
  }

  texts(): string[] {
    return [...this.#quoted.keys()];
  }

  /** Each once, in the order in which they came, and behind them their variants. */
  list(variants: Iterable<string>): string {
    return [...this.#quoted.values(), ...[...variants].map(quote)].join(' ');
  }

  /** Those of one word that has many meanings, as the keys of a map. */
  listWeak(): string {
    return this.#entries((phrase) => (isWeak(phrase) ? 'true' : null));
  }

  /** Those with a word that is another one in small letters, with that word. */
  listCapitals(): string {
    return this.#entries((phrase) => {
      const word = capitalsOf(phrase);
      return word === null ? null : quote(word);
    });
  }

  /** Entries of a map: phrases with what is said of them, without those of which nothing is. */
  #entries(said: (phrase: string) => string | null): string {
    return [...this.#quoted]
      .flatMap(([phrase, quoted]) => {
        const value = said(phrase);
        return value === null ? [] : [`${quoted} ${value}`];
      })
      .join(' ');
  }
}

/** The paths of a set, each once and by its number; all of them are followed once in a state. */
class Paths {
  readonly #numbers = new Map<string, number>();
  readonly #written: string[] = [];
  /** Of each path as often as it was written. */
  steps = 0;

  get isEmpty(): boolean {
    return this.#written.length === 0;
  }

  numberOf(path: Path): number {
    this.steps += countSteps(path);
    // The same text is not required where a question only quotes it.
    const known = this.#numbers.get(`${path.required}${path.text}`);
    if (known !== undefined) return known;
    const number = this.#written.length;
    this.#numbers.set(`${path.required}${path.text}`, number);
    this.#written.push(`{:ends ${writePath(path)} ${path.required ? ':required true ' : ''}:text ${quote(path.text)}}`);
    return number;
  }

  list(): string {
    return `(def paths [${this.#written.join(' ')}])`;
  }
}

/** What stands around the data of a program: functions, the search, and what the paths start at. */
interface Frame {
  readonly head: string;
  readonly search: string;
  readonly verdicts: string;
}

const FRAMES = new Map<string, Frame>();

interface FrameKind extends SearchKind {
  /** A question has paths. */
  readonly scoped: boolean;
  /** A question has scorecards. */
  readonly scored: boolean;
  /** A question has scripts. */
  readonly ruled: boolean;
}

function frameOf(kind: FrameKind): Frame {
  const key = `${kind.scoped} ${kind.scored} ${kind.ruled} ${kind.typos} ${kind.varied} ${kind.capital}`;
  let frame = FRAMES.get(key);
  if (frame === undefined) FRAMES.set(key, (frame = kind.ruled ? ruledFrame(kind) : plainFrame(kind)));
  return frame;
}

function plainFrame({ scoped, scored, ...search }: FrameKind): Frame {
  const scores = scored ? SCORES : '';
  const paths = scored ? pathsWith(SCORED_VERDICTS.scoped) : PATHS;
  return {
    head: toCanonical(RULE + scores + (scoped ? paths : '')),
    search: toCanonical(searchFor(search) + (scored ? WORDS : '') + (scoped ? ROOTS : '')),
    verdicts: toCanonical(scoped ? SCOPED_VERDICTS : scored ? SCORED_VERDICTS.plain : VERDICTS),
  };
}

/** Where a question has a script, its verdict may need others first, and the state may come with what has faulted. */
function ruledFrame({ scoped, scored, ...search }: FrameKind): Frame {
  const judged = (options: string, starts: string): string =>
    scored
      ? `(if (:card question) (judge-scored (nth cards (:card question)) ${options} ${starts}) (judge-ruled ${options} known))`
      : `(judge-ruled ${options} known)`;
  const asked = scoped
    ? `${pathsWith(judged('asked', 'starts'), ' known')}(defn judge-asked [question known] (judge-scoped question known))`
    : `(defn judge-asked [question known] ${judged('(:options question)', 'nil')})`;
  // What was sent is under another name: the state, or the state beside what has faulted.
  const sent = (text: string): string => text.replaceAll(/(?<=[ ([])input(?=[ )\]])/g, 'the-input');
  return {
    head: toCanonical(RULE + (scored ? SCORES : '') + asked + RULED),
    search: toCanonical(
      RULED_STATE + sent(searchFor(search)) + RULED_ROOTS + (scored ? sent(WORDS) : '') + (scoped ? sent(ROOTS) : ''),
    ),
    verdicts: toCanonical(RULED_VERDICTS),
  };
}

function toCanonical(text: string): string {
  const { source, reporter } = decodeScript(text);
  return canonical(read(source, reporter).forms);
}

/** What the questions of a program have in common. */
interface Common {
  readonly phrases: Phrases;
  readonly paths: Paths;
  readonly cards: string[];
  readonly ruled: RuledSet | null;
}

function writeQuestion(
  { question, options, paths: mentioned, listed, heedless, quoted }: PreparedQuestion,
  at: number,
  { phrases, paths, cards, ruled }: Common,
): string {
  const own: Cards = options.flatMap(({ scorecard }, at) =>
    scorecard === undefined ? [] : [[at, scorecard] as const],
  );
  if (own.length > 0) cards.push(writeCards(own));
  const members = [
    ...(own.length === 0 ? [] : [`:card ${cards.length - 1}`]),
    ...(listed === null ? [] : [`:in ${writePaths(listed, paths)}`]),
    ...(mentioned.length === 0 ? [] : [`:mentioned ${writePaths(mentioned, paths)}`]),
    `:options ${writeList(options.map((option, position) => writeOption(option, { anyone: question.manner.quoted === 'count', uncited: question.manner.quotes === 'exclude', heedless, rule: ruled?.numberOf(at, position) ?? null }, phrases, paths)))}`,
    ...(quoted && mentioned.length > 0 ? [':quoted true'] : []),
    ...(ruled?.membersOf(at) ?? []),
  ];
  return `{${members.sort(compareCodePoints).join(' ')}}`;
}

interface OptionManner {
  /** Text that is not the writer's counts. */
  readonly anyone: boolean;
  /** What the text denies counts. */
  readonly heedless: boolean;
  /** What stands in quotation marks does not count. */
  readonly uncited: boolean;
  readonly rule: number | null;
}

function writeOption(
  { any, vetoes, denied, listed }: Option,
  { anyone, heedless, uncited, rule }: OptionManner,
  phrases: Phrases,
  paths: Paths,
): string {
  const members = [
    `:any ${writeGroups(any, phrases)}`,
    ...(anyone ? [':anyone true'] : []),
    ...(denied === undefined ? [] : [`:denied ${writeGroups(denied, phrases)}`]),
    ...(heedless ? [':heedless true'] : []),
    ...(listed === undefined ? [] : [`:in ${writePaths(listed, paths)}`]),
    ...(rule === null ? [] : [`:rule ${rule}`]),
    ...(uncited ? [':uncited true'] : []),
    ...(vetoes.length === 0 ? [] : [`:vetoes ${writeGroups(vetoes, phrases)}`]),
  ];
  return `{${members.join(' ')}}`;
}

function writePaths(listed: readonly Path[], paths: Paths): string {
  return writeList(listed.map((path) => String(paths.numberOf(path))));
}

/** Each once: what is written twice says no more. */
function writeGroups(groups: readonly PhraseGroup[], phrases: Phrases): string {
  const written = new Set<string>();
  for (const group of groups)
    written.add(
      group.length === 1 ? `[${phrases.quote(group[0]!)}]` : writeList(group.map((phrase) => phrases.quote(phrase))),
    );
  let list = '';
  for (const group of written) list += list === '' ? group : ` ${group}`;
  return `[${list}]`;
}

function writeList(items: readonly string[]): string {
  return `[${items.join(' ')}]`;
}

/** The long words of the phrases, and where they are. */
function writeVariants(variants: ReadonlyMap<string, readonly Variant[]>): string {
  if (variants.size === 0) return '';
  const written = [...variants]
    .sort(([a], [b]) => compareCodePoints(a, b))
    .map(
      ([variant, meant]) =>
        `${quote(variant)} ${writeList(meant.map(({ text, by }) => `[${quote(text)} ${quote(by)}]`))}`,
    );
  return `(def variants {${written.join(' ')}})\n`;
}

function writeTypoWords(words: readonly TypoWord[]): string {
  if (words.length === 0) return '';
  const spelled = words.map(({ word, real }) => `${quote(word)} ${writeList(real.map(quote))}`);
  return `(def spelled {${spelled.join(' ')}})\n`;
}

/** As the canonical text has strings. */
function quote(text: string): string {
  return JSON.stringify(text);
}
