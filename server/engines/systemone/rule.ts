// Rule: what is supported by the places that were located, and what follows from that. This is the whole of the judgement,
// written once, in the language; everything around it only reads the question and writes the answer.
// In: the options of a question with their phrases, and the places of each phrase. Out: decided, unresolved or refused, with
// the evidence and the reason.
//
// A place counts unless its text denies it, or it stands in text that is not the writer's, or inside a longer place of another option that can itself speak:
// "refund" does not speak for billing where the text says "refund policy" and that is a phrase of legal. A phrase that only
// speaks together with others hides nothing where they are missing. An option is supported by one place that counts (for
// phrases that belong together: by one of each, in one string), and out when one of its vetoes is located. One supported
// option is a decision, several are unresolved, none is a refusal. Absence of evidence never decides.

// Enough for a person to see why, and it keeps an answer to hundreds of phrases smaller than its request.
export const EVIDENCE_MAX = 64;
export const UNFOUND_MAX = 64;
/** Of answers by one place with more points of doubt a person calls every second or third one wrong. */
const DOUBT_MOST = 1;

/** The functions every program has. They read `found`: the places by phrase. Comments do not travel with a program, as docstrings would. */
export const RULE = `
; The member of a part of the AI SDK that is content; nil of anything else.
(defn content-of
  [part]
  (when (map? part)
    (case (:type part)
      "text" (when (string? (:text part)) "text")
      "json" (when (contains? part "value") "value")
      nil)))

; The places, which come by string, start and the longest first, each with the phrases of the longer places it lies in.
(defn note-outer
  [places]
  (loop [at 0 open [] path "" far 0 noted []]
    (if (= at (count places))
      noted
      (let [place (nth places at)]
        (if (and (< (:start place) far) (= (:path place) path))
          (let [near (filter (fn [other] (< (:start place) (:end other))) open)
                outer (filter (fn [other] (and (<= (:end place) (:end other)) (or (< (:start other) (:start place)) (< (:end place) (:end other))))) near)]
            (recur (inc at) (conj near place) path (max far (:end place)) (conj noted (if (empty? outer) place (assoc place :outer (map :criterion outer))))))
          (recur (inc at) [place] (:path place) (:end place) (conj noted place)))))))

; Whether a path is one of these, or leads below one.
(defn within?
  [path starts]
  (loop [start "" keys (rest (split path "/"))]
    (cond
      (contains? starts start) true
      (empty? keys) false
      :else (recur (str start "/" (first keys)) (rest keys)))))

; Whether a name is one under which people write, however short.
(defn text-name?
  [name]
  (includes? "  answer answers body chat comment comments complaint content description detail details email feedback headline input issue line lines mail message messages note notes post problem prompt query question questions reply request review subject summary text texts thread title transcript " (str " " (lower name) " ")))

; Whether a name is one under which a record is sorted, however long what stands there.
(defn label-name?
  [name]
  (includes? " campaign category categories department folder form label labels macro queue tag tags team template workflow " (str " " (lower name) " ")))

; What stands in a value, with its path and the name it stands under; elements have that of their list.
(defn inner-nodes
  [{:keys [name path value]}]
  (cond
    (map? value) (map (fn [[key inner]] {:name key :path (str path "/" (replace (replace key "~" "~0") "/" "~1")) :value inner}) (entries value))
    (vector? value) (map-indexed (fn [at inner] {:name name :path (str path "/" at) :value inner}) value)
    :else []))

; The paths of strings that only name or sort the record they stand in: short ones, and those under a name that sorts, where the record also has sentences. As deep as people put records into each other.
(defn labels-in
  [value]
  (loop [level [{:name "" :path "" :value value}] depth 0 labels [] prose false]
    (if (or (empty? level) (= depth 6))
      (if prose (map :path labels) [])
      (let [texts (filter (fn [node] (string? (:value node))) level)
            short (filter (fn [node] (or (label-name? (:name node)) (and (< (count (:value node)) 40) (not (text-name? (:name node)))))) texts)]
        (recur (mapcat inner-nodes level) (inc depth) (concat labels short)
          (or prose (any? (fn [node] (let [size (count (:value node))] (if (text-name? (:name node)) (>= size 16) (and (>= size 40) (not (label-name? (:name node))))))) texts)))))))

; Where a phrase stands for an option: everywhere, or where the option looks; without what the question is to ignore.
(defn places-of
  [phrase option]
  (let [places (get found phrase)]
    (when places
      (let [{:keys [anyone heedless starts uncited]} option
            near (if (nil? starts) places (filter (fn [place] (within? (:path place) starts)) places))
            said (if anyone
                   (map (fn [place] (dissoc place :aside :quoted)) near)
                   (if (nil? starts) near (map (fn [place] (dissoc place :aside)) near)))
            asked (if heedless (map (fn [place] (dissoc place :alone :bare :doubt :negated :several)) said) said)]
        (if uncited (map (fn [place] (if (:cited place) (assoc place :quoted true) place)) asked) asked)))))

; The options with groups of which every phrase stands somewhere.
(defn candidates
  [options]
  (keep
    (fn [at]
      (let [option (nth options at)
            groups (filter (fn [group] (every? (fn [phrase] (not (empty? (places-of phrase option)))) group)) (:any option))]
        (when (not (empty? groups)) {:groups groups :option at})))
    (range (count options))))

; Whether all phrases of a group stand in the string at a path.
(defn stands?
  [group path]
  (every? (fn [phrase] (any? (fn [place] (= (:path place) path)) (get found phrase))) group))

; Whether a place lies inside a longer place of another option that can itself speak.
(defn hidden?
  [place at others]
  (and
    (:outer place)
    (any?
      (fn [other]
        (and
          (not= (:option other) at)
          (any? (fn [group] (and (any? (fn [phrase] (includes? (:outer place) phrase)) group) (stands? group (:path place)))) (:groups other))))
      others)))

; Whether a place speaks for the option at a position.
(defn counts?
  [place at others]
  (not (or (:negated place) (:quoted place) (:aside place) (hidden? place at others))))

; Whether a place is one word of a long text that does not ask for it, or a word of many meanings that is neither named as a thing nor asked for,
; or is doubtful.
(defn in-passing?
  [place]
  (or (:alone place) (and (:bare place) (contains? weak (:criterion place))) (> (get place :doubt 0) ${DOUBT_MOST})))

; The places from the first one on that counts.
(defn counting
  [places at others]
  (drop-while (fn [place] (not (counts? place at others))) places))

; The first place that counts of each phrase, of lists that come by string, in the first string where each has one; else nothing.
(defn together
  [lists at others]
  (loop [left (map (fn [places] (counting places at others)) lists)]
    (if (any? empty? left)
      []
      (let [path (reduce (fn [far places] (let [path (:path (first places))] (if (< far path) path far))) "" left)]
        (if (every? (fn [places] (= (:path (first places)) path)) left)
          (map first left)
          (recur (map (fn [places] (counting (drop-while (fn [place] (< (:path place) path)) places) at others)) left)))))))

; What a group has to say for an option: the first place that counts of each of its phrases, in one string.
(defn evidence-of
  [group at option others]
  (if (= (count group) 1)
    (let [places (counting (places-of (first group) option) at others)]
      (cond
        (empty? places) []
        (in-passing? (first places)) [(or (find (fn [place] (and (not (in-passing? place)) (counts? place at others))) places) (first places))]
        :else [(first places)]))
    (together (map (fn [phrase] (places-of phrase option)) group) at others)))

; The first place of each phrase of these groups that stands inside a negation; where it must be said not to be so, none that is only supposed or over.
(defn denied-in
  [groups at option others said]
  (keep (fn [phrase] (find (fn [place] (and (:negated place) (not (and said (:moot place))) (not (or (:aside place) (:quoted place))) (not (hidden? place at others)))) (places-of phrase option))) (flatten groups)))

; Whether a phrase of an option stands only where others speak.
(defn foreign?
  [option]
  (any? (fn [phrase] (any? (fn [place] (or (:aside place) (:quoted place))) (places-of phrase option))) (flatten (:any option))))

; A veto holds wherever it is said, also inside a longer phrase, but not where it is denied.
(defn vetoed?
  [option]
  (any? (fn [group] (not (empty? (together (map (fn [phrase] (places-of phrase option)) group) nil [])))) (:vetoes option)))

; The phrases of a group that nothing speaks for; all of them where each is said, but never together.
(defn unfound-in
  [group at option others]
  (let [silent (remove (fn [phrase] (any? (fn [place] (counts? place at others)) (places-of phrase option))) group)]
    (if (and (empty? silent) (empty? (evidence-of group at option others))) group silent)))

(defn refuse [unfound reason]
  {:evidence [] :outcome "refused" :reason reason :supported [] :unfound (take ${UNFOUND_MAX} unfound) :unfound-more (max 0 (- (count unfound) ${UNFOUND_MAX}))})

; Places by path, start, the longest first, then phrase.
(defn in-order
  [places]
  (sort-by (fn [place] [(:path place) (:start place) (- (:end place)) (:criterion place)]) places))

; Each place once and in order: no order in the question changes it.
(defn arrange
  [places]
  (map (fn [place] (dissoc place :alone :bare :cited :doubt :outer :several)) (take ${EVIDENCE_MAX} (distinct (in-order places)))))

; Whether all that speaks for an option is one word that may be about something else, or stands in texts about several matters, of which another one may be none of the question's.
(defn passing?
  [{:keys [evidence]}]
  (or
    (every? :several evidence)
    (and (every? in-passing? evidence) (= (count (distinct (map (fn [place] [(:path place) (:start place)]) evidence))) 1))))

; What speaks for the option at a position: its own phrases, and the phrases that speak for it where they are denied.
(defn claim-of
  [at options others]
  (let [option (nth options at)
        groups (:groups (find (fn [other] (= (:option other) at)) others))
        own (mapcat (fn [group] (evidence-of group at option others)) groups)]
    {:evidence (if (:denied option) (concat own (denied-in (:denied option) nil option others true)) own) :option at}))

; The verdict that follows from what speaks for each option.
(defn settle
  [options others heard]
  (let [claims (remove (fn [claim] (empty? (:evidence claim))) heard)
        supported (remove (fn [claim] (vetoed? (nth options (:option claim)))) claims)
        verdict {:evidence (arrange (mapcat :evidence supported)) :outcome "decided" :supported (map :option supported)}]
    (cond
      (= (count supported) 1) (if (passing? (first supported)) (assoc verdict :outcome "unresolved" :reason "passing-word") verdict)
      (> (count supported) 1) (assoc verdict :outcome "unresolved" :reason "two-supported")
      :else (refuse
              (distinct (mapcat (fn [at] (mapcat (fn [group] (unfound-in group at (nth options at) others)) (:any (nth options at)))) (range (count options))))
              (cond
                (not (empty? claims)) "vetoed"
                (any? (fn [at] (not (empty? (denied-in (:any (nth options at)) at (nth options at) others false)))) (range (count options))) "negated"
                (any? foreign? options) "not-the-writers"
                (any? :rule options) "not-met"
                (every? (fn [option] (empty? (:any option))) options) "nothing-to-look-for"
                :else "nothing-found")))))

; The verdict on one question. Options go by their positions.
(defn judge
  [options]
  (let [others (candidates options)
        asked (if (any? :denied options) (range (count options)) (map :option others))]
    (settle options others (map (fn [at] (claim-of at options others)) asked))))
`;

/** The functions of programs that have questions with paths. They read `roots`: the values at which a path may start. */
export const PATHS = pathsWith('(judge asked)');

/**
 * The same where a question may have scorecards or scripts: `judged` is what judges the options that are asked, `known`
 * the parameter with what it knows of other questions.
 */
export function pathsWith(judged: string, known = ''): string {
  return `
; The node of a member.
(defn below
  [path key value]
  {:path (str path "/" (replace (replace (str key) "~" "~0") "/" "~1")) :value value})

; What stands under a name or an index; below 0 it counts from the end.
(defn members-at
  [nodes key]
  (keep
    (fn [{:keys [path value]}]
      (cond
        (map? value) (when (contains? value (str key)) (below path key (get value (str key))))
        (and (vector? value) (number? key)) (let [at (if (neg? key) (+ (count value) key) key)] (when (contains? value at) (below path at (nth value at))))))
    nodes))

; Everything that stands in these values.
(defn members
  [nodes]
  (mapcat
    (fn [{:keys [path value]}]
      (cond
        (map? value) (map (fn [[key inner]] (below path key inner)) (entries value))
        (vector? value) (map-indexed (fn [at inner] (below path at inner)) value)
        :else []))
    nodes))

; These values, and everything below them.
(defn descend
  [nodes]
  (loop [level nodes reached nodes]
    (let [inner (members level)]
      (if (empty? inner) reached (recur inner (concat reached inner))))))

(defn from-start [at size] (if (neg? at) (+ size at) at))

; The elements of a slice; nil stands for as far as it goes.
(defn sliced
  [nodes start end step]
  (mapcat
    (fn [{:keys [path value]}]
      (if (and (vector? value) (not= step 0))
        (let [size (count value)
              forward (pos? step)
              low (if forward 0 -1)
              high (if forward size (dec size))
              first-at (if (nil? start) (if forward low high) (max low (min high (from-start start size))))
              end-at (if (nil? end) (if forward high low) (max low (min high (from-start end size))))]
          (map (fn [at] (below path at (nth value at))) (range first-at end-at step)))
        []))
    nodes))

; Whether two operands of a filter are equal; two that lead nowhere are.
(defn same?
  [left right]
  (= (map :value left) (map :value right)))

; Whether a value can be ordered: a text, or a number of no more than eighteen characters, for longer ones may be out of range.
(defn ordered?
  [value]
  (or (string? value) (and (number? value) (let [shown (lower (str value))] (and (<= (count shown) 18) (not (includes? shown "e")))))))

; Whether both operands of a filter are there, numbers or texts, and in this order.
(defn less?
  [left right]
  (let [a (:value (first left)) b (:value (first right))]
    (and (ordered? a) (ordered? b) (= (number? a) (number? b)) (< a b))))

; The pointers to some nodes; nil for none.
(defn ends-of
  [nodes]
  (when (not (empty? nodes)) (map :path nodes)))

; The pointers that some paths lead to, as the keys of a map; nil where they lead nowhere.
(defn starts-of
  [chosen]
  (let [ends (mapcat (fn [at] (or (:ends (nth paths at)) [])) chosen)]
    (when (not (empty? ends)) (frequencies ends))))

; The paths of a question that should lead somewhere and do not; those that were listed, where none of them does.
(defn lost-in
  [{:keys [in mentioned options]}]
  (concat
    (filter (fn [at] (and (:required (nth paths at)) (nil? (:ends (nth paths at))))) (or mentioned []))
    (mapcat (fn [listed] (if (and listed (nil? (starts-of listed))) listed [])) (conj (map :in options) in))))

; The verdict on a question about the strings its paths lead to. A term in quotes that is a path is no phrase.
(defn judge-scoped
  [question${known}]
  (let [{:keys [in mentioned options quoted]} question
        leading (filter (fn [at] (:ends (nth paths at))) (or mentioned []))
        starts (starts-of (or in leading))
        texts (map (fn [at] (:text (nth paths at))) leading)
        lost (distinct (lost-in question))
        asked (map
                (fn [option]
                  (let [scoped (assoc option :starts (if (:in option) (starts-of (:in option)) starts))]
                    (if quoted (assoc scoped :any (remove (fn [group] (includes? texts (first group))) (:any option))) scoped)))
                options)]
    (if (empty? lost)
      ${judged}
      (assoc (refuse (distinct (flatten (map :any asked))) "path-not-found") :missing (map (fn [at] (:text (nth paths at))) lost)))))
`;
}

/** The places of phrases and of their variants, as places of the phrases. */
const withVariants = (found: string): string => `(mapcat
  (fn [place]
    (let [meant (get variants (:criterion place))]
      (if meant (map (fn [[phrase by]] (assoc place :by (if (= (:by place) "typo") "typo" by) :criterion phrase)) meant) [place])))
  ${found})`;

/** Without those that have a word in small letters that is another one then. */
const withCapitals = (found: string): string => `(filter
  (fn [place]
    (let [word (get capitals (:criterion place))]
      (or (nil? word) (includes? (:text place) word))))
  ${found})`;

export interface SearchKind {
  /** Misspelled words count: those one letter off a word of `spelled`. */
  readonly typos: boolean;
  /** Phrases have variants. */
  readonly varied: boolean;
  /** Phrases have words that are others in small letters. */
  readonly capital: boolean;
}

function located({ typos, varied, capital }: SearchKind): string {
  const found = typos ? '(locate-all content phrases spelled)' : '(locate-all content phrases)';
  const varying = varied ? withVariants(found) : found;
  return `(def located ${capital ? withCapitals(varying) : varying})`;
}

/** What every program does after its data: one search of the state for all phrases. The paths of parts stay what they are. */
export const searchFor = (kind: SearchKind): string => `
(def parts? (and (vector? input) (not (empty? input)) (every? content-of input)))
(def content (if parts? (map (fn [part] (select-keys part [(content-of part)])) input) input))
${located(kind)}
(def located-in (if (string? content) [] (distinct (map :path located))))
(def labels (if (every? (fn [path] (text-name? (last (split path "/")))) located-in) [] (labels-in content)))
(def asides (if (empty? labels) [] (let [starts (frequencies labels)] (filter (fn [path] (within? path starts)) located-in))))
(def found
  (group-by
    :criterion
    (note-outer (if (empty? asides) located (map (fn [place] (if (includes? asides (:path place)) (assoc place :aside true) place)) located)))))
`;

export const ROOTS = `
(def roots
  (if parts?
    (map-indexed (fn [at part] {:path (str "/" at "/" (content-of part)) :value (get part (content-of part))}) input)
    [{:path "" :value input}]))
`;

/** The verdicts, by question. */
export const VERDICTS = '(map (fn [question] (judge (:options question))) questions)';
export const SCOPED_VERDICTS = '(map judge-scoped questions)';
