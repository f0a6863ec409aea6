// Rule: what is supported by the places that were located, and what follows from that. This is the whole of the judgement,
// written once, in the language; everything around it only reads the question and writes the answer.
// In: the options of a question with their phrases, and the places of each phrase. Out: decided, unresolved or refused, with
// the evidence and the reason.
//
// A place counts unless it stands inside a negation, or inside a longer place of another option that can itself speak:
// "refund" does not speak for billing where the text says "refund policy" and that is a phrase of legal. A phrase that only
// speaks together with others hides nothing where they are missing. An option is supported by one place that counts (for
// phrases that belong together: by one of each, in one string), and out when one of its vetoes is located. One supported
// option is a decision, several are unresolved, none is a refusal. That nothing was found never decides.

// Enough for a person to see why, and it keeps an answer to hundreds of phrases smaller than its request.
export const EVIDENCE_MAX = 64;
export const UNFOUND_MAX = 64;

/** The functions every program has. They read `found`: the places by phrase. */
export const RULE = `
(defn content-of
  "The member of a part of the AI SDK that is content; nil of anything else."
  [part]
  (when (map? part)
    (case (:type part)
      "text" (when (string? (:text part)) "text")
      "json" (when (contains? part "value") "value")
      nil)))

(defn note-outer
  "The places, which come by string, start and the longest first, each with the phrases of the longer places it lies in."
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

(defn places-of
  "Where a phrase stands: everywhere, or under the paths with these starts."
  [phrase scope]
  (let [places (get found phrase)]
    (if (nil? scope)
      places
      (filter (fn [place] (any? (fn [start] (starts-with? (str (:path place) "/") start)) scope)) places))))

(defn candidates
  "The options with groups of which every phrase stands somewhere."
  [options scope]
  (keep
    (fn [at]
      (let [groups (filter (fn [group] (every? (fn [phrase] (not (empty? (places-of phrase scope)))) group)) (:any (nth options at)))]
        (when (not (empty? groups)) {:groups groups :option at})))
    (range (count options))))

(defn stands?
  "Whether all phrases of a group stand in the string at a path."
  [group path]
  (every? (fn [phrase] (any? (fn [place] (= (:path place) path)) (get found phrase))) group))

(defn hidden?
  "Whether a place lies inside a longer place of another option that can itself speak."
  [place option others]
  (and
    (:outer place)
    (any?
      (fn [other]
        (and
          (not= (:option other) option)
          (any? (fn [group] (and (any? (fn [phrase] (includes? (:outer place) phrase)) group) (stands? group (:path place)))) (:groups other))))
      others)))

(defn counts?
  "Whether a place speaks for an option."
  [place option others]
  (not (or (:negated place) (hidden? place option others))))

(defn counting
  "The places from the first one on that counts."
  [places option others]
  (drop-while (fn [place] (not (counts? place option others))) places))

(defn together
  "The first place that counts of each phrase, of lists that come by string, in the first string where each has one; else nothing."
  [lists option others]
  (loop [left (map (fn [places] (counting places option others)) lists)]
    (if (any? empty? left)
      []
      (let [path (reduce (fn [far places] (let [path (:path (first places))] (if (< far path) path far))) "" left)]
        (if (every? (fn [places] (= (:path (first places)) path)) left)
          (map first left)
          (recur (map (fn [places] (counting (drop-while (fn [place] (< (:path place) path)) places) option others)) left)))))))

(defn evidence-of
  "What a group has to say for an option: the first place that counts of each of its phrases, in one string."
  [group option others scope]
  (if (= (count group) 1)
    (let [place (find (fn [place] (counts? place option others)) (places-of (first group) scope))]
      (if (nil? place) [] [place]))
    (together (map (fn [phrase] (places-of phrase scope)) group) option others)))

(defn vetoed?
  "A veto holds wherever it is said, also inside a longer phrase, but not where it is denied."
  [vetoes scope]
  (any? (fn [group] (not (empty? (together (map (fn [phrase] (places-of phrase scope)) group) nil [])))) vetoes))

(defn unfound-in
  "The phrases of a group that nothing speaks for; all of them where each is said, but never together."
  [group option others scope]
  (let [silent (remove (fn [phrase] (any? (fn [place] (counts? place option others)) (places-of phrase scope))) group)]
    (if (and (empty? silent) (empty? (evidence-of group option others scope))) group silent)))

(defn denied?
  "Whether a place does not count because it is negated."
  [options others scope]
  (any?
    (fn [at]
      (any?
        (fn [phrase] (any? (fn [place] (and (:negated place) (not (hidden? place at others)))) (places-of phrase scope)))
        (flatten (:any (nth options at)))))
    (range (count options))))

(defn refuse [unfound reason]
  {:evidence [] :outcome "refused" :reason reason :supported [] :unfound (take ${UNFOUND_MAX} unfound) :unfound-more (max 0 (- (count unfound) ${UNFOUND_MAX}))})

(defn arrange
  "Each place once, by path, start, the longest first, then phrase: no order in the question changes it."
  [places]
  (map
    (fn [place] (dissoc place :outer))
    (take ${EVIDENCE_MAX} (distinct (sort-by (fn [place] [(:path place) (:start place) (- (:end place)) (:criterion place)]) places)))))

(defn judge
  "The verdict on one question. Options go by their positions."
  [options scope]
  (let [others (candidates options scope)
        claims (remove
                 (fn [claim] (empty? (:evidence claim)))
                 (map
                   (fn [{:keys [groups option]}] {:evidence (mapcat (fn [group] (evidence-of group option others scope)) groups) :option option})
                   others))
        supported (remove (fn [claim] (vetoed? (:vetoes (nth options (:option claim))) scope)) claims)
        verdict {:evidence (arrange (mapcat :evidence supported)) :outcome "decided" :supported (map :option supported)}]
    (cond
      (= (count supported) 1) verdict
      (> (count supported) 1) (assoc verdict :outcome "unresolved" :reason "two-supported")
      :else (refuse
              (distinct (mapcat (fn [at] (mapcat (fn [group] (unfound-in group at others scope)) (:any (nth options at)))) (range (count options))))
              (cond
                (not (empty? claims)) "vetoed"
                (denied? options others scope) "negated"
                :else "nothing-found")))))
`;

/** The functions of programs that have questions with paths. They read `roots`: the values at which a path may start. */
export const PATHS = `
(defn step
  "What stands under a key, in a list of one; nil where nothing does."
  [value key]
  (cond
    (map? value) (when (contains? value (str key)) [(get value (str key))])
    (and (vector? value) (number? key) (contains? value key)) [(nth value key)]))

(defn starts-of
  "How the paths under a reading start, from each root in which its keys lead somewhere."
  [{:keys [steps start]}]
  (keep
    (fn [root] (when (reduce (fn [reached key] (when reached (step (first reached) key))) [(:value root)] steps) (str (:path root) start)))
    roots))

(defn follow
  "A path with the starts of the first of its readings that leads somewhere."
  [path]
  (assoc path :starts (find (fn [starts] (not (empty? starts))) (map starts-of (:readings path)))))

(defn judge-scoped
  "The verdict on a question about the strings its paths lead to. A term in quotes that is a path is no phrase."
  [{:keys [options paths quoted]}]
  (let [followed (map follow paths)
        leading (filter :starts followed)
        texts (map :text leading)
        lost (filter (fn [path] (and (:required path) (nil? (:starts path)))) followed)
        asked (if quoted (map (fn [option] (assoc option :any (remove (fn [group] (includes? texts (first group))) (:any option)))) options) options)]
    (if (empty? lost)
      (judge asked (when (not (empty? leading)) (mapcat :starts leading)))
      (assoc (refuse (distinct (flatten (map :any asked))) "path-not-found") :missing (map :text lost)))))
`;

/** What every program does after its data: one search of the state for all phrases. The paths of parts stay what they are. */
export const SEARCH = `
(def parts? (and (vector? input) (not (empty? input)) (every? content-of input)))
(def content (if parts? (map (fn [part] (select-keys part [(content-of part)])) input) input))
(def found (group-by :criterion (note-outer (locate-all content phrases))))
`;

export const ROOTS = `
(def roots
  (if parts?
    (map-indexed (fn [at part] {:path (str "/" at "/" (content-of part)) :value (get part (content-of part))}) input)
    [{:path "" :value input}]))
`;

/** The verdicts, by question. */
export const VERDICTS = '(map (fn [question] (judge (:options question) nil)) questions)';
export const SCOPED_VERDICTS = '(map judge-scoped questions)';
