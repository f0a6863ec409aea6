// Program templates: the material random programs are made of (programs.ts fills the holes).
// `{number}` is a hole for an expression of that kind, `{=}` for one of the kind the whole should have, `{fn a b}` for a
// function from a to b. The first alternative of every list is the simplest: shrinking leads there.
// Every builtin and every special form occurs; a test holds this against the table.

/** What an expression should give; nil, and now and then anything else, may come instead. */
export type Kind =
  | 'number'
  | 'whole'
  | 'boolean'
  | 'string'
  | 'numbers'
  | 'strings'
  | 'record'
  | 'records'
  | 'counts'
  | 'date'
  | 'instant'
  | 'local'
  | 'time'
  | 'duration'
  | 'any';

// biome-ignore format: one row a kind
export const LEAVES: Readonly<Record<Kind, readonly string[]>> = {
  number: [
    '0', '1', '2', '-1', '10', '2.5', '0.1', '-0.5', '100', '(:amount input)', '(:n input)', '7', '1e3', '0.333333333333333333',
    '999999999999999999', '-999999999999999999', '500000000000000000', '123456789.123456789', '1e18', '1e399', '9.99999999999999999e399',
    '1e-400', '36028797018963967', '36028797018963968', '0.1234567890123456', '(:wide input)', '(:tiny input)',
  ],
  whole: ['0', '1', '2', '0', '1', '0', '2', '1', '0', '3', '(count (:xs input))', '(:n input)', '0', '1', '5', '-1', '16', '31'],
  boolean: ['true', 'false', '(:flag input)', '(:missing input false)'],
  string: [
    '""', '"a"', '"b"', ':price', '"abc"', '(:name input)', '"größe"', '"a b  c"', '"Straße, 12"', '"12.50"', '"a-b-c"', '"\\n"', '"ǅ ﬁ İ"',
    '"one\\ntwo\\r\\nthree\\n"', '"𝒳y𝒳"', '"a text that is longer than sixteen bytes"',
    '"refund"', '"We don’t refund 1,200 log-ins; Refunds: five days"', '"5 days"', '"我要退款 — REFUNDED, not log in"', '"twelve hundred, 1200.0 and 5.5"', '"log-in"', '"-5"', '"\\u2028\\u0000\\""',
  ],
  numbers: ['[]', '[1]', '[3 1 2]', '(:xs input)', 'nil', '[2.5 -1 0 7]', '[1 1 2 3 5 8 13 21]', '[0.1 0.2 0.3]', '[999999999999999999 1]', '[(:wide input) 1]'],
  strings: ['[]', '["a"]', '["b" "a" ""]', '(:names input)', 'nil', '["a" "B" "ä" "𝒳" "\uffee"]', '["10" "9" "1e1"]'],
  record: ['{}', '{:price 1}', '{:price 2.5 :qty 4 :name "x"}', '(first (:items input))', 'nil', '{:name "y" :price nil}', '{"key with spaces" 1 "10" 2 "9" 3}'],
  records: ['[]', '[{:price 1 :qty 2 :name "a"}]', '(:items input)', '[{:price 3 :name "b"} {:price 1 :name "a"} {:price 3 :name "c"}]', 'nil'],
  counts: ['{}', '{:a 1}', '{:b 2 :a 1}', '(:counts input)', 'nil', '{"z" 26 "" 0 "ä" 3}'],
  date: ['"2024-02-29"', '"2023-12-31"', '(:day input)', '"0001-01-01"', '"9999-12-31"', '"1900-03-01"', '"2024-01-31"'],
  instant: [
    '"2024-02-29T12:00:00Z"', '"2023-12-31T23:30:00.5-01:00"', '(:at input)', '"9999-12-31T23:59:59.999999999Z"', '"2000-02-29T00:00:00+23:59"', '"2024-01-31T00:00:00Z"',
  ],
  local: ['"2024-02-29T12:00"', '"2023-12-31T23:59:59.999999999"', '"0001-01-01T00:00:00"', '"9999-12-31T23:30:00"', '"2024-12-30T06:15:20.05"'],
  time: ['"00:00"', '"23:59:59.999999999"', '"12:30"', '"09:15:20.5"'],
  duration: ['"P1M"', '"-P1Y2M3DT4H5M6.7S"', '"PT90M"', '"P2W"', '"PT0.000000001S"', '"P999999999999Y12M"', '"P1DT"', '"-PT36H"', '{}', '{:days 1}', '{:months 1}', '{:years -1 :months 13 :days -30}', '{:weeks 52}', '{:hours 25 :minutes -61 :seconds 3600}', 'nil', '{:month 1}', '{:days 0.5}'],
  any: ['nil', '0', '"a"', 'true', '[]', '{}', 'input', '[1 [2 [3 nil]] {:a [4]}]', '(:nested input)', '{:b {:c []}}', '2.5'],
};

/** Fields of the input, as JSON; the first value of each is what expressions expect. */
export const INPUT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  amount: ['5', '0', '12.50', '-3', '1e2', '"5"', 'null'],
  n: ['2', '0', '6', '1.5'],
  flag: ['true', 'false', 'null'],
  name: ['"Ada"', '""', '"größe 𝒳"', 'null'],
  xs: ['[3, 1, 2]', '[]', '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]', '[1.5, -2, 0]', '[1, "a"]', 'null'],
  names: ['["b", "a"]', '[]', '["a", "a", "ä", "B"]'],
  items: [
    '[{"price": 2.5, "qty": 4, "name": "x"}, {"price": 1, "qty": 1, "name": "y"}]',
    '[]',
    '[{"price": 3, "qty": 2, "name": "b"}, {"price": 3, "qty": 1, "name": "a"}, {"price": null, "name": "c"}]',
  ],
  counts: ['{"a": 1, "b": 2}', '{}', '{"10": 1, "9": 2, "__proto__": 3}'],
  nested: ['[[1], {"a": [true, null]}]', '{"a": {"b": {"c": 1}}}'],
  day: ['"2024-01-31"', '"2023-02-28"', '"2024-5-1"', 'null'],
  at: ['"2024-05-01T00:30:00.25+02:00"', '"1969-12-31T23:59:59Z"', '"2024-05-01T24:00:00Z"', 'null'],
  wide: ['123456789012345678901234567890', '1e400', '-1e-401', '7'],
  tiny: ['1e-300', '0.00000000000000000000000000000000000001'],
};

/** Input that is not JSON as it should be. */
export const BAD_INPUTS: readonly string[] = [
  '{"a": 1, "\\u0061": 2}',
  '[1, 2',
  '"\\ud800"',
  '01',
  '',
  'null null',
  '{"xs": [1,]}',
];

/** What the parameters of BUILTINS want, by family and name or by name alone; any other takes anything. */
// biome-ignore format: one row a kind
export const PARAM_KINDS: Readonly<Record<string, readonly Kind[]>> = {
  'number x': ['number'], others: ['number', 'number', 'any'], 'number y': ['number'], numbers: ['number'], exponent: ['whole'], places: ['whole'], 'places?': ['whole'],
  text: ['string'], 'text?': ['string'], prefix: ['string'], suffix: ['string'], separator: ['string'], 'separator?': ['string'], 'fill?': ['string'], phrase: ['string'], phrases: ['strings', 'string'],
  'strings from': ['string'], 'strings to': ['string'], 'patterns to': ['string'], width: ['whole'],
  coll: ['numbers', 'strings', 'records', 'counts', 'any'], colls: ['numbers', 'counts'], 'number coll': ['numbers'], map: ['counts', 'record'], maps: ['counts', 'record'],
  'logic a': ['number', 'string', 'number', 'any'], 'logic b': ['number', 'string', 'number', 'any'], 'logic from': ['number', 'number', 'string', 'any'], 'logic to': ['number', 'number', 'string', 'any'],
  n: ['whole'], index: ['whole'], start: ['whole'], 'start?': ['whole'], end: ['whole'], 'end?': ['whole'], step: ['whole'], 'step?': ['whole'],
  key: ['string', 'whole'], keys: ['strings', 'numbers'], path: ['strings', 'numbers'], 'maps to': ['counts', 'numbers'], 'maps from': ['counts', 'numbers'],
  moment: ['date', 'instant', 'local', 'time'], 'dates a': ['date', 'instant', 'local', 'time'], 'dates b': ['date', 'instant', 'local', 'time'], 'dates from': ['instant', 'local', 'time', 'date'], 'dates to': ['instant', 'local', 'time', 'date'], duration: ['duration'], 'dates text': ['instant', 'local', 'date'],
};

/** Parameters that are written as literals. */
export const LITERAL_PARAMS: Readonly<Record<string, readonly string[]>> = {
  pattern: [
    '"a|b"',
    '"(\\\\w+)-?"',
    '"^$"',
    '"(?i)[^a]*?e"',
    '"(?m)^(.)|$"',
    '"(?<x>\\\\p{L})(?<b>\\\\d)?"',
    '"(?s)."',
  ],
  template: ['"$0"', '"<$0>"', '"$$"', '""', '"${0}x$0"'],
  layout: [
    '"yyyy-MM-dd"',
    '"HH:mm:ss"',
    '"EEE, d MMM yyyy h:mm:ss.SSS a XX"',
    '"yyyyMMddHHmmss"',
    '"dd/MM/yy\'T\'HH:mmxxx"',
  ],
  'group?': ['nil', '","', '"."', '"ö"'],
  'point?': ['","', '"."'],
  'order?': ['<', '>'],
  unit: [
    ':days',
    ':months',
    ':years',
    ':weeks',
    ':seconds',
    ':hours',
    ':minutes',
    ':day',
    ':month',
    ':quarter',
    ':week',
    ':year',
    ':hour',
    ':minute',
  ],
  part: [':year', ':week', ':week-year', ':day-of-year', ':quarter', ':hour', ':minute', ':second', ':nano', ':years'],
  offset: ['"+02:00"', '"Z"', '"-23:59"', '"+24:00"'],
  'offset?': ['"-05:30"', '"Z"', '"+02"'],
  'mode?': [':half-even', ':half-up', ':half-down', ':down', ':up', ':floor', ':ceil', ':sideways'],
};

/** Values that are hard on a builtin, by the fault they may lead to: of little use, beyond computing, nested as deep as may be walked or one deeper. */
export const HARD: Readonly<Record<'type' | 'number-range' | 'too-deep', readonly string[]>> = {
  type: ['nil', '0', '-1', '[]', '{}', '0.5', 'true', '""', '[1 [2] {:a 3}]', '["a" 1]', '[:x]', '[5 0]', '"abc"', '7'],
  'number-range': [
    '(parse-number "1e400")',
    '[(parse-number "12345678901234567890") 1]',
    '[1 (parse-number "-1e-401")]',
    '9e399',
    '[9e399 -9e399 9e399]',
    '[9e399 9e399]',
    '1e20',
    '-999999999999999999',
  ],
  'too-deep': [
    '(reduce (fn [v _] [v]) 1 (range 256))',
    '(reduce (fn [v _] [v]) [] (range 256))',
    '[(reduce (fn [v _] [v]) [] (range 256)) 1]',
    '(reduce (fn [v _] {:a v}) {} (range 256))',
    '(reduce (fn [v _] {:a v}) nil (range 256))',
  ],
};

/** Forms that take any kind of value. */
export const FORMS: readonly string[] = [
  '(do {=})',
  '(if {boolean} {=} {=})',
  '(if-not {boolean} {=} {=})',
  '(when {boolean} {=})',
  '(when-not {boolean} {=})',
  '(do {any} {=})',
  '(cond {boolean} {=} {boolean} {=} :else {=})',
  '(cond {boolean} {=})',
  '(and {boolean} {=})',
  '(or {=} {=})',
  '(and {=} {=} {=})',
  '(or nil {=})',
  '(case {number} 0 {=} (1 2) {=} {=})',
  '(case {string} ("a" :price) {=} "b" {=} {=})',
  '(case {any} nil {=} true {=} {=})',
  '(case {whole} (0 1 2 3) {=} 2.50 {=})',
  '(case {boolean} true {=} false {=})',
  '(first [{=} {any}])',
  '(get {:k {=}} :k)',
  '(:k {:k {=} :j {any}})',
  '((fn [x] x) {=})',
  '((fn [x & more] x) {=} {any})',
  '(nth [{=}] {whole} {=})',
  '(get-in {:a [{=}]} [:a 0])',
  '(last (conj {numbers} {=}))',
  '(:missing {record} {=})',
  '(some-> {=})',
  '(cond-> {=} {boolean} (do {=}))',
  '(do (assert (some? {any}) "must hold") {=})',
  '(do (assert (or {boolean} {number})) {=})',
  '(:value (attempt {=}))',
  '(let [g (fn [u v] (if u v {=}))] (g {boolean} {=}))',
  '(let [k {=} g (fn [_ & more] (if (empty? more) k (first more)))] [(g {any}) (g {any} {=})])',
  '(let [k {=} g (fn [u] (if u k {=}))] (first (map g {any})))',
  '(let [k {any} g (fn [u] [k u]) h (fn [[u] w] (g (or u w)))] (second (h [{any}] {=})))',
  '(let [k {=}] (:value (attempt (let [g (fn [u] (do u k))] (g {any})))))',
  '(:value (attempt (/ {number} 0) {=}) {=})',
  '(let [r (attempt {any} {=})] (if (:fault r) {=} (:value r)))',
  '(if (or {boolean} true) {=} (fail {string}))',
  '(if (not= {string} "b") {=} (fail))',
  '(reduce (fn [acc x] acc) {=} {numbers})',
  '(-> [{=}] first)',
  '(->> [{=}] (map (fn [x] x)) last)',
  '(let [{:keys [k] :or {k {=}}} {record}] k)',
];

const SAME_AGGREGATES = ['(count {any})', '(count {string})', '(count {numbers})'];

// biome-ignore format: one row a kind
export const TEMPLATES: Readonly<Record<Kind, readonly string[]>> = {
  number: [
    '(+ {number} {number})', '(- {number} {number})', '(* {number} {number})', '(/ {number} {number})', '(+ {number} {number} {number})', '(+ {number})',
    '(- {number})', '(/ (inc {number}))', '(/ {number} {whole})', '(quot {number} {whole})', '(mod {whole} {whole})', '(/ {number} 8)', '(* {number} {number} {number})', '(inc {number})', '(dec {number})', '(quot {number} {number})', '(rem {number} {number})',
    '(mod {number} {number})', '(abs {number})', '(min {number} {number})', '(max {number} {number} {number})', '(min {number})', '(floor {number})', '(ceil {number})',
    '(round {number})', '(round {number} {whole})', '(round {number} 1 :half-up)', '(round {number} -1 :ceil)', '(sqrt {number})', '(sqrt (abs {number}))', '(exp {number})', '(exp (/ {number} 1000))', '(ln (abs {number}))', '(log10 {number})', '(pow (abs {number}) {number})', '(stddev {numbers})', '(stddev [{number} {number} {number}])', '(first (mode {numbers}))', '(count (mode {strings}))',
    '(pow {number} {whole})', '(pow {number} (- {whole}))', '(pow (- {whole} {whole}) -1)', '(sum {numbers})', '(product {numbers})', '(mean {numbers})', '(median {numbers})', ...SAME_AGGREGATES,
    '(compare {number} {number})', '(compare {string} {string})', '(compare {any} {any})', '(compare (reduce (fn [v _] [v]) {any} (range 256)) (reduce (fn [v _] [v]) {any} (range 256)))', '(index-of {string} {string})', '(index-of {numbers} {number})',
    '(first {numbers})', '(last {numbers})', '(nth {numbers} {whole})', '(nth {numbers} {whole} {number})', '(get {counts} {string} {number})', '(get {numbers} {whole})',
    '(get-in {records} [{whole} :price] {number})', '(:price {record})', '(:price {record} {number})', '(reduce + {numbers})', '(reduce {fn number number number} {numbers})',
    '(reduce {fn number number number} {number} {numbers})', '(parse-number {string})', '(parse-number {string} nil)', '(parse-number (str "1" {string} {whole}) {string} {string})', '(parse-number (str {number}) ",")', '(parse-number (join "," [{whole} "123" {number}]) ",")', '(find {fn number boolean} {numbers})', '(some {fn number number} {numbers})',
    '(-> {number} inc (- {number}) (* 2))', '(->> {numbers} (map inc) (reduce + 0))', '(some-> {number} inc (* {number}))',
    '(cond-> {number} {boolean} inc {boolean} (+ {number}) {boolean} -)', '(:price (min-by {fn record number} {records}))', '(:qty (max-by :price {records}))',
    '(sum (map {fn record number} {records}))', '(sum (vals {counts}))', '(reduce {fn number number number} (map-vals {fn number number} {counts}))', '(zero? {number})',
    '(date-part {date} :week)', '(date-part {local} :week-year)', '(date-part {local} :day-of-year)', '(date-part {time} :nano)', '(date-part {instant} :quarter)', '(duration-in {duration} :hours)', '(duration-in {duration} :years)', '(diff {time} {time} :minutes)', '(diff {local} {local} :weeks)', '(duration-in (elapsed {local} {local}) :days)',
    '(diff {instant} {instant} :months)', '(diff {date} {date} :years)', '(diff {instant} {instant} :seconds)', '(diff {instant} (add-duration {instant} {duration}) :days)', '(diff {date} {date} :weeks)', '(diff {date} {instant} {string})',
    '(weekday {date})', '(year {instant})', '(month {date})', '(day {instant})', '(day {string})',
  ],
  whole: ['(count {numbers})', '(inc {whole})', '(mod {whole} 7)', '(count {string})', '(count {records})', '(floor {number})', '(index-of {strings} {string})'],
  boolean: [
    '(lt? {number} {number})', '(lte? {number} {any})', '(gt? {string} {string})', '(gte? {any} {number})', '(in-range? {number} {number} {number})', '(in-range? {number} nil {number})', '(in-range? {string} {string} {any})', '(boolean {any})',
    '(= {number} {number})', '(< {number} {number})', '(> {number} {number})', '(<= {number} {number})', '(>= {number} {number})', '(= {any} {any})', '(= {numbers} {numbers} {numbers})', '(= (reduce (fn [v _] [v]) {any} (range 256)) (reduce (fn [v _] [v]) {any} (range 256)))',
    '(not= {any} {any})', '(not= {string} {string} {string})', '(< {number} {number} {number})', '(<= {string} {string})', '(> {string} {string})', '(< {number})', '(not {any})',
    '(nil? {any})', '(some? {any})', '(boolean? {any})', '(true? {boolean})', '(false? {boolean})', '(number? {any})', '(integer? {number})', '(even? {whole})', '(odd? {whole})',
    '(zero? {number})', '(pos? {number})', '(neg? {number})', '(starts-with? {string} {string})', '(ends-with? {string} {string})', '(includes? {string} {string})',
    '(includes? {strings} {string})', '(located? {string} {string})', '(blank? {string})', '(string? {any})', '(vector? {any})', '(map? {any})', '(empty? {any})', '(empty? {string})', '(contains? {counts} {string})',
    '(contains? {numbers} {whole})', '(every? {fn number boolean} {numbers})', '(any? {fn number boolean} {numbers})', '(some {fn record boolean} {records})', '(and {boolean} {boolean})', '(or {boolean} {boolean})',
    '(before? {instant} {instant})', '(after? {date} {date})', '(before? {date} {instant})', '(date? {date})', '(instant? {instant})', '(matches? "^[a-z ]*$" {string})', '(matches? "(?i)a|\\\\bx{2,}" {string})', '(date? {any})', '(instant? {any})',
  ],
  string: [
    '(format-moment "d/M/yyyy EEE" {date})', '(format-moment "HHmmss.SSSSSS a" {time})', '(format-moment "EEEE d MMMM yy \'at\' h:mm a xxx" {instant})', '(format-moment "yyyy-MM-dd HH:mm:ssXX" {instant} "+05:30")', '(format-moment "dd.MM.yyyy HH:mm" {local})', '(format-moment "yyyy" {string})', '(str (parse-moment "d.M.yyyy" {string}))', '(str (parse-moment "EEE d MMM yyyy HH:mm xx" (format-moment "EEE d MMM yyyy HH:mm xx" {instant})))', '(str (parse-moment "yyyyMMddHHmmss" (join (find-patterns "[0-9]+" {local}))))',
    '(let [q1 {any}] (fmt "<{q1}> {{"))', '(let [q1 {record}] (fmt "{q1.price:2} for {q1.name}{q1.key.deeper}"))', '(let [q1 {number}] (fmt "{q1:0}"))', '(fmt "{input.name}: {input.amount}")',
    '(str {string} {any})', '(str {number})', '(str)', '(str {any} {numbers} {record})', '(subs {string} {whole})', '(subs {string} {whole} {whole})', '(upper {string})', '(lower {string})',
    '(trim {string})', '(join {strings})', '(join {string} {strings})', '(join "-" {numbers})', '(replace {string} {string} {string})', '(first {strings})', '(:text (locate {string} {string}))', '(pad-left {string} {whole})',
    '(pad-left {string} {whole} "0")', '(pad-right {string} {whole} "ä")', '(pad-right {string} {whole})', '(fixed {number} {whole})', '(fixed {number} 2 :down)', '(:name {record})',
    '(:name {record} {string})', '(get (split {string} {string}) {whole})', '(last (words {string}))', '(nth (lines {string}) {whole} {string})', '(reduce {fn string string string} {strings})', '(first (keys {counts}))',
    '(find-pattern "\\\\w+" {string})', '(find-pattern "(?:a|b)+?." {string})', '(replace-pattern "\\\\s+" {string} "-")', '(replace-pattern "[aeiou]*" {string} {string})', '(first (capture-pattern "(.)(-.)?" {string}))',
  ],
  numbers: [
    '(vector {number} {number})', '[{number} {number} {number}]', '(vec {numbers})', '(conj {numbers} {number})', '(conj {numbers} {number} {number})', '(concat {numbers} {numbers})', '(concat {numbers} nil {any})',
    '(rest {numbers})', '(butlast {numbers})', '(take {whole} {numbers})', '(drop {whole} {numbers})', '(slice {numbers} {whole})', '(slice {numbers} {whole} {whole})', '(reverse {numbers})',
    '(sort {numbers})', '(sort > {numbers})', '(sort < (concat {numbers} {numbers}))', '(distinct {numbers})', '(flatten [{numbers} {number} [{numbers}]])', '(range {whole})', '(range {whole} {whole})',
    '(range {whole} {whole} {whole})', '(repeat {whole} {number})', '(map {fn number number} {numbers})', '(map :price {records})', '(map {fn record number} {records})', '(filter {fn number boolean} {numbers})',
    '(remove {fn number boolean} {numbers})', '(keep {fn number number} {numbers})', '(keep :qty {records})', '(mapcat {fn number numbers} {numbers})', '(map-indexed {fn number number number} {numbers})',
    '(take-while {fn number boolean} {numbers})', '(drop-while {fn number boolean} {numbers})', '(sort-by {fn number number} {numbers})', '(sort-by - > {numbers})', '(vals {counts})', '(into {numbers} {numbers})',
    '(assoc {numbers} {whole} {number})', '(update {numbers} {whole} {fn number number})', '(interleave {numbers} {numbers})', '(first (partition {whole} {numbers}))', '(last (partition 2 1 {numbers}))',
    '(flatten (zip {numbers} {numbers}))', '(first (partition-by {fn number boolean} {numbers}))', '(empty {numbers})', '(sort {any})', '(distinct {any})', '(insert-at {numbers} {whole} {number})', '(remove-at {numbers} {whole})', '(next {numbers})', '(indexes-of {numbers} {number})', '(indexes-of {string} {string})', '(mapcat second (groups {fn number any} {numbers}))', '(flatten (partition-all {whole} {numbers}))',
  ],
  strings: [
    '[{string} {string}]', '(split {string} {string})', '(split {string} "")', '(lines {string})', '(words {string})', '(keys {counts})', '(keys {record})', '(sort {strings})', '(distinct {strings})', '(map str {numbers})',
    '(map {fn record string} {records})', '(map {fn string string} {strings})', '(map upper {strings})', '(keep :name {records})', '(concat {strings} {strings})', '(rest {strings})', '(take {whole} {strings})',
    '(sort-by count {strings})', '(remove empty? {strings})', '(filter blank? {strings})', '(map {fn any any} {counts})', '(find-patterns "[^-]+" {string})', '(find-patterns "" {string})', '(capture-pattern "(\\\\d+)|(.*?)(e|$)" {string})', '(split-pattern "[-, ]+" {string})', '(split-pattern "e?" {string})', '(flatten (capture-patterns "(\\\\w)(-)?" {string}))', '(map :c (capture-patterns "(?<c>\\\\p{Lu}?)(?<a>.)" {string}))', '(lines (rewrite-pattern "(?m)^(.*)$|(e)" {string} "$2[$1]$0"))',
  ],
  record: [
    '{:price {number} :qty {whole} :name {string}}', '{:price {number}}', '(assoc {record} :price {number})', '(assoc {record} :price {number} :name {string})', '(dissoc {record} :price)', '(dissoc {record} :price {string})',
    '(merge {record} {record})', '(merge {record} nil {counts})', '(update {record} :price {fn number number})', '(update {record} :price + {number})', '(select-keys {record} [:price :name])', '(select-keys {record} {strings})',
    '(first {records})', '(last {records})', '(find {fn record boolean} {records})', '(min-by :price {records})', '(max-by {fn record number} {records})', '(nth {records} {whole})', '(assoc-in {record} [:name] {string})',
    '(update-in {record} [:price] {fn number number})', '(into {record} [["price" {number}]])', '(empty {record})', '(get (index-by :name {records}) {string})',
  ],
  records: [
    '[{record} {record}]', '(conj {records} {record})', '(filter {fn record boolean} {records})', '(sort-by :price {records})', '(sort-by :name > {records})', '(sort-by {fn record number} {records})', '(reverse {records})',
    '(map {fn record record} {records})', '(take 2 {records})', '(concat {records} {records})', '(vals (index-by {fn record string} {records}))', '(first (vals (group-by :name {records})))', '(first (partition-by :price {records}))', '(remove {fn record boolean} {records})',
  ],
  counts: [
    '{:a {number} :b {number}}', '(assoc {counts} {string} {number})', '(dissoc {counts} {string})', '(merge {counts} {counts})', '(frequencies {strings})', '(frequencies {numbers})', '(count-by {fn record string} {records})', '(count-by {fn number boolean} {numbers})',
    '(map-vals {fn number number} {counts})', '(filter-vals {fn number boolean} {counts})', '(zipmap {strings} {numbers})', '(zipmap {numbers} {numbers})', '(into {counts} {counts})', '(into {} (zip {strings} {numbers}))', '(select-keys {counts} {strings})',
    '(map-vals count (group-by {fn number boolean} {numbers}))', '(update {counts} {string} {fn number number})', '(index-by {fn number number} {numbers})', '(reduce (fn [m x] (assoc m (str x) x)) {} {numbers})', '(conj {counts} [{string} {number}])', '(conj {counts} {counts} nil)', '(deep-merge {counts} {counts})',
  ],
  date: [
    '(date {local})', '(start-of {date} :week)', '(end-of {date} :month)', '(end-of {date} :year)', '(date {instant})', '(date {date})', '(add-duration {date} {:days {whole}})', '(add-duration {date} {:years {whole} :months {whole}})', '(add-duration {date} {duration})', '(add-duration {date} {record})',
  ],
  instant: ['(instant {local} "-05:30")', '(at-offset {instant} "+05:45")', '(end-of {instant} :week)', '(start-of {instant} :quarter)', '(instant {instant})', '(add-duration {instant} {duration})', '(add-duration {instant} {:months {whole} :seconds {whole}})', '(add-duration {instant} {:hours {number}})', '(instant {string})'],
  local: ['(local-date-time {instant} "+02:00")', '(local-date-time {date})', '(add-duration {local} {duration})', '(start-of {local} :week)', '(end-of {local} :quarter)', '(local-date-time {local})'],
  time: ['(local-time {local})', '(local-time {instant})', '(add-duration {time} {duration})', '(start-of {time} :hour)', '(end-of {time} :minute)', '(local-time {time})'],
  duration: ['(elapsed {local} {local})', '(elapsed {instant} {instant})', '(elapsed {time} {time})', '(iso-duration {duration})', '{:years {whole} :months {whole}}', '{:weeks {number} :days {whole}}', '{:hours {whole} :minutes {whole} :seconds {number}}', '(assoc {duration} {string} {whole})', '(merge {duration} {duration})', '(map-vals - {duration})'],
  any: [
    '[{number} {string} {boolean}]', '{:a {number} :b {strings} :c {record}}', '(group-by {fn number boolean} {numbers})', '(group-by :name {records})', '(locate {string} {string})', '(locate-words {any})', '(locate-words [{strings} {string}])', '(map :stem (locate-words {string}))', '(locate-all {any} ["refund" "order"] {"refund" ["refunds"] "order" []})', '(locate-all [{string} "a refnud odrer"] {strings} (map-vals (fn [_] {strings}) {counts}))', '(locate-all ["a refnud, 5 dasy of odrer" {string}] ["refund" "5 days" "order" "refnud of"] {"refund" [] "order" []})', '(locate-all {any} {any})', '(locate-all {any} {string})', '(locate-all [{string} {any}] {strings})', '(locate-all {string} [{string} {string} "refund"])', '(locate-all [{strings} input] ["refund" "5 days" "a" "log in"])', '(locate {string} "5 day")', '(locate-all (reduce (fn [v _] [v]) {any} (range 256)) {string})', '(entries {counts})', '(vec {counts})', '(get-in {any} {strings})', '(get-in {any} [{whole}])',
    '(assoc-in {any} [:a :b] {any})', '(assoc-in {any} [{whole} {string}] {number})', '(update-in {any} [:a {string}] {fn any any})', '(map {fn any any} {any})', '(reduce {fn any any any} {any})', '(get {any} {any})', '(conj {any} {any})',
    '(partition {whole} {whole} {numbers})', '(interleave {numbers} {strings} {numbers})', '(zip {numbers} {strings})', '(flatten {any})', '(first {any})', '(rest {any})', '(partition-by {fn number boolean} {numbers})', '(filter-vals {fn any boolean} {any})',
    '(map-vals {fn any any} {any})', '(reduce conj [] {any})', '(loop [i 0 v nil] (if (< i 300) (recur (inc i) [v]) (str v)))', '(sort-by {fn any any} {any})', '(into {any} {any})', '(merge {any} {any})', '(concat {any} {any})', '(frequencies {any})',
    '(max-by {fn any any} {any})', '(map-indexed vector {any})', '(update {any} {string} {fn any any any} {any})', '(update {record} :name {fn any any any any} {whole} {any})', '(reduce {fn any any any} {any} {any})', '(mapcat {fn any any} {any})', '(map-indexed {fn whole any any} {any})', '(every? {fn any boolean} {any})', '(nth {any} {whole} {any})', '(range {number} {number})', '(subs {string} {number})', '(deep-merge {any} {any})', '(deep-merge {:a {record} :b {any}} {:a {counts} :b {record}} {:b {:c {any}}})', '(groups {fn any any} {any})', '(groups {fn record any} {records})', '(frequencies [{any} {string} {any}])', '(group-by identity [{any} {any} {string}])', '(conj {:a 1} {any})', '(conj {any} [{string} {any}] {counts})', '(second {any})', '(next {any})', '(identity {any})', '(indexes-of {any} {any})', '(insert-at {any} {whole} {any})', '(partition-all {whole} {whole} {numbers})',
  ],
};

/** Functions with a name of the language, by what they take and give. */
// biome-ignore format: one row a kind
export const CALLEES: Readonly<Record<string, readonly string[]>> = {
  'number > number': ['inc', 'dec', '-', 'abs', 'floor', 'ceil', 'sqrt', 'exp', 'ln', 'log10', 'round', '+', '/'],
  'number > boolean': ['pos?', 'even?', 'neg?', 'zero?', 'odd?', 'integer?', 'number?'],
  'number number > number': ['+', '-', '*', 'max', 'min', 'compare', '/', 'mod', 'quot', 'pow'],
  'number > numbers': ['range', 'vector'],
  'record > number': [':price', ':qty', 'count'],
  'record > boolean': [':price', 'empty?', 'map?'],
  'record > string': [':name', 'str'],
  'record > record': ['empty'],
  'string > string': ['upper', 'lower', 'trim', 'str'],
  'string string > string': ['str', 'max', 'join'],
  'any > any': ['str', 'not', 'nil?', 'count', 'first', 'vec', ':a', 'keys', 'sort', 'vector', 'distinct', 'entries', 'empty', 'merge', 'concat', 'join', 'second', 'next', 'identity', 'boolean', 'deep-merge', 'flatten', 'reverse', 'range', 'words', 'min', '=', '<', 'str', 'fail'],
  'any > boolean': ['nil?', 'some?', 'true?', 'string?'],
  'any any > any': [
    'vector', 'conj', 'merge', 'get', 'concat', '=', 'into', ':a', 'str', 'interleave', 'zip', 'not=', 'compare', 'includes?', 'index-of', 'contains?',
    'get-in', 'lt?', 'gte?', 'remove-at', 'indexes-of', 'partition-all', 'deep-merge', 'zipmap', 'select-keys', 'dissoc', 'join', 'assert', 'nth', 'take', 'partition', 'range', '<', 'round', 'split', 'subs',
  ],
  'any any any > any': ['vector', 'get', 'assoc', 'str', 'get-in', 'replace', 'slice', 'nth', 'assoc-in', 'conj', 'pad-left', '<='],
  'whole any > any': ['vector', 'nth', 'get', 'str'],
};
