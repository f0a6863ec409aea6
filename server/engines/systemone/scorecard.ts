// Scorecards: options that are told by the points of the words in a state. This is the whole of their judgement, written once,
// in the language; around it the cards of a question are written as data.
// In: the cards of a question. Out: definitions for its program, and the function that judges it.
//
// The words of the state (locate-words) have terms: a word, two neighbouring words, the first and the last word of a string,
// each once, by their stems. An option's points are its constant and those of the terms. The option with the most points is
// supported when
//   points + lead_weight × lead + known_weight × known ≥ threshold,  lead ≥ margin,  known_share ≥ known,
// where the lead is how far the next option's points are behind, and the known share is how much of the text speaks for the
// option: a word counts in full when the option has 0.15 points for it (a pair gives each of its words half), and weighs the
// more, the fewer options it speaks for. What speaks for none weighs most: a text about something else.

import { compareCodePoints } from '../../../grammar/form.ts';
import { readUnits } from '../../../runtime/locate/word-places.ts';
import type { Scorecard } from '../../services/decisions/wire/scorecard.ts';
import { keyOf, POINTS_IN_ONE } from '../../services/decisions/wire/scorecard.ts';
import { EVIDENCE_MAX } from './rule.ts';

/** A point of a term is written `option × POINT_STRIDE + POINT_ZERO + points`: adding them up needs no unpacking. */
const POINT_STRIDE = 1_000_000;
const POINT_ZERO = 100_000;
/** A row is written `(start × ROW_STRIDE + options it speaks for) × ROW_STRIDE + count`: no question has so many options. */
const ROW_STRIDE = 1000;

/** Thousandths of a point that make a word known, twice: a pair gives each of its words a half. */
export const KNOWN_HALVES = 300;
/** Shares are thousandths. */
export const SHARE_IN_ONE = 1000;

/** The functions of programs that have scorecards. They read `read-words`. */
export const SCORES = `
; The words an option may be told by, nil in the place of others: those of the writer, and where the question looks.
(defn words-of
  [{:keys [anyone uncited]} starts]
  (map
    (fn [word] (when (and (or (nil? starts) (within? (:path word) starts)) (not (and uncited (:cited word))) (or anyone (not (or (:quoted word) (and (:aside word) (nil? starts)))))) word))
    read-words))

; The terms that end with the word at a position, each with the positions of its words.
(defn terms-at
  [said at]
  (let [word (nth said at)]
    (if (nil? word)
      []
      (let [{:keys [path stem]} word
            before (when (pos? at) (nth said (dec at)))
            after (nth said (inc at) nil)
            start (if (and before (= (:path before) path)) [(str (:stem before) " " stem) (dec at) at] [(str "^ " stem) at at])]
        (if (and after (= (:path after) path))
          [[stem at at] start]
          [[stem at at] start [(str stem " $") at at]])))))

; The terms that have points, each where it stands first: its row, the positions of its words, and the term.
(defn rows-of
  [said index]
  (let [met (mapcat (fn [at] (keep (fn [[term from to]] (let [row (get index term)] (when row [row from to term]))) (terms-at said at))) (range (count said)))]
    (map first (vals (group-by (fn [[row]] (str row)) met)))))

(defn points-in [row points]
  (let [start (quot row ${ROW_STRIDE ** 2})]
    (slice points start (+ start (rem row ${ROW_STRIDE})))))

; The points of each option, in thousandths.
(defn sums-of
  [rows {:keys [constants points]}]
  (reduce
    (fn [sums group]
      (let [at (quot (first group) ${POINT_STRIDE})]
        (assoc sums at (+ (nth sums at) (- (sum group) (* (count group) (+ (* at ${POINT_STRIDE}) ${POINT_ZERO})))))))
    constants
    (partition-by (fn [point] (quot point ${POINT_STRIDE})) (sort (mapcat (fn [[row]] (points-in row points)) rows)))))

; The terms that have points for an option.
(defn own-of
  [rows at points]
  (keep
    (fn [[row from to term]]
      (let [point (find (fn [point] (= (quot point ${POINT_STRIDE}) at)) (points-in row points))]
        (when point {:from from :points (- point (* at ${POINT_STRIDE}) ${POINT_ZERO}) :term term :to to})))
    rows))

; The share of the words that speak for an option, in thousandths, rounded up.
(defn known-of
  [own said {:keys [index constants]}]
  (let [stems (distinct (keep :stem said))
        halves (reduce
                 (fn [halves {:keys [from points to]}]
                   (let [first-half (assoc halves (:stem (nth said from)) (+ points (get halves (:stem (nth said from)) 0)))]
                     (assoc first-half (:stem (nth said to)) (+ points (get first-half (:stem (nth said to)) 0)))))
                 {}
                 own)
        weigh (map (fn [stem] (- (inc (count constants)) (rem (quot (get index stem 0) ${ROW_STRIDE}) ${ROW_STRIDE}))) stems)
        known (sum (map (fn [[stem weight]] (* weight (min ${KNOWN_HALVES} (max 0 (get halves stem 0))))) (zip stems weigh)))]
    (if (empty? stems) 0 (quot (+ (* ${SHARE_IN_ONE} known) (dec (* ${KNOWN_HALVES} (sum weigh)))) (* ${KNOWN_HALVES} (sum weigh))))))

; The place of a term that speaks for an option.
(defn scored-place
  [{:keys [from points term to]} said]
  (let [first-word (nth said from)
        last-word (nth said to)
        single (= from to)]
    {:by "scored"
     :criterion term
     :end (:end last-word)
     :path (:path first-word)
     :points (* points ${1 / POINTS_IN_ONE})
     :start (:start first-word)
     :text (if single (:text first-word) (str (:text first-word) (:gap last-word) (:text last-word)))}))

; The terms that count most, as many as it takes to have so many points.
(defn evidence-up-to
  [own needed]
  (loop [left own taken [] points 0]
    (if (or (empty? left) (= (count taken) ${EVIDENCE_MAX}) (and (not (empty? taken)) (>= points needed)))
      taken
      (recur (rest left) (conj taken (first left)) (+ points (:points (first left)))))))

; What speaks for the option that a card is of, when it has the most points; nil when that is not enough.
(defn claim-by-points
  [at rows said card best next]
  (let [{:keys [threshold margin known lead-weight known-weight]} (nth (:rules card) at)
        own (own-of rows at (:points card))
        lead (if (nil? next) 0 (- best next))
        share (known-of own said card)
        more (+ (* lead-weight lead) (* known-weight share))
        speaking (sort-by (fn [{:keys [from points term to]}] [(- points) from to term]) (filter (fn [term] (pos? (:points term))) own))]
    (when (and (>= (+ best more) threshold) (>= lead margin) (>= share known) (pos? share))
      (let [taken (evidence-up-to speaking (- threshold more))]
        {:evidence (map (fn [term] (scored-place term said)) taken)
         :option (nth (:options card) at)
         :scored {:known (* share ${1 / SHARE_IN_ONE})
                  :next (when (not (nil? next)) (* next ${1 / POINTS_IN_ONE}))
                  :points (* best ${1 / POINTS_IN_ONE})
                  :remainder (* (- best (sum (map :points taken))) ${1 / POINTS_IN_ONE})
                  :score (* (+ best more) ${1 / POINTS_IN_ONE})
                  :threshold (* threshold ${1 / POINTS_IN_ONE})}}))))

; The verdict on a question whose options have scorecards.
(defn judge-scored
  [card options starts]
  (let [said (words-of (first options) starts)
        rows (rows-of said (:index card))
        sums (sums-of rows card)
        [best next] (sort > sums)
        winners (filter (fn [at] (= (nth sums at) best)) (range (count sums)))
        claims (keep (fn [at] (claim-by-points at rows said card best next)) winners)
        supported (remove (fn [claim] (vetoed? (nth options (:option claim)))) claims)
        verdict {:evidence (mapcat :evidence supported) :outcome "decided" :supported (map :option supported)}]
    (cond
      (= (count supported) 1) (assoc verdict :scored (:scored (first supported)))
      (> (count supported) 1) (assoc verdict :outcome "unresolved" :reason "two-supported")
      :else (refuse
              []
              (cond
                (not (empty? claims)) "vetoed"
                (not (empty? rows)) "too-few-points"
                (and (every? nil? said) (not (empty? read-words))) "not-the-writers"
                :else "nothing-found")))))
`;

/** What programs with scorecards do after the search: all words of the state. */
export const WORDS = `
(def read-words (locate-words content))
`;

/** What judges a question where some have scorecards: with paths, the options that are asked and where they look are known. */
export const SCORED_VERDICTS = {
  plain:
    '(map (fn [question] (if (:card question) (judge-scored (nth cards (:card question)) (:options question) nil) (judge (:options question)))) questions)',
  scoped: '(if (:card question) (judge-scored (nth cards (:card question)) asked starts) (judge asked))',
} as const;

/** The cards of a question by the position of their option. */
export type Cards = readonly (readonly [option: number, card: Scorecard])[];

/** The cards of a question as data: terms by their keys, with rows of points by option, in code point order. */
export function writeCards(cards: Cards): string {
  const stems = new Map<string, string>();
  const stemOf = (word: string): string => {
    let stem = stems.get(word);
    if (stem === undefined) {
      stem = readUnits(word)[0]!.stem;
      stems.set(word, stem);
    }
    return stem;
  };
  const rows = new Map<string, number[]>();
  cards.forEach(([, { terms }], at) => {
    const own = new Map<string, number>();
    for (const [term, points] of terms) {
      const key = keyOf(term, stemOf);
      const other = own.get(key) ?? 0;
      // Forms of one word are one term: what counts most, for or against, counts.
      if (Math.abs(points) > Math.abs(other) || (points === -other && points > 0)) own.set(key, points);
    }
    for (const [key, points] of own) {
      const row = rows.get(key);
      const written = at * POINT_STRIDE + POINT_ZERO + points;
      if (row === undefined) rows.set(key, [written]);
      else row.push(written);
    }
  });
  const points: number[] = [];
  // The canonical text has the keys of a map in code point order.
  const index = [...rows.entries()]
    .sort(([a], [b]) => compareCodePoints(a, b))
    .map(([key, row]) => {
      const speaksFor = row.filter((point) => point % POINT_STRIDE > POINT_ZERO).length;
      const written = `${JSON.stringify(key)} ${(points.length * ROW_STRIDE + speaksFor) * ROW_STRIDE + row.length}`;
      points.push(...row);
      return written;
    });
  const rules = cards.map(
    ([, { threshold, margin, known, leadWeight, knownWeight }]) =>
      `{:known ${known} :known-weight ${knownWeight / POINTS_IN_ONE} :lead-weight ${leadWeight / POINTS_IN_ONE} :margin ${margin} :threshold ${threshold}}`,
  );
  return `{:constants [${cards.map(([, { constant }]) => constant).join(' ')}] :index {${index.join(' ')}} :options [${cards.map(([option]) => option).join(' ')}] :points [${points.join(' ')}] :rules [${rules.join(' ')}]}`;
}
