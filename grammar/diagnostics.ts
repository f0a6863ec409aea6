// DIAGNOSTICS: the one table of what can be wrong with a script's text.
// In: facts (names, numbers, short snippets). Out: message, help and the paragraph of `evident explain CODE`.
// Every row has a case under test/golden/reject.

export type Severity = 'error' | 'warning';

/** Facts a diagnostic's texts are made of; values are names, numbers and short snippets. */
export type Facts = Readonly<Record<string, string | number>>;

export interface DiagnosticKind {
  readonly severity: Severity;
  readonly message: (facts: Facts) => string;
  readonly help: (facts: Facts) => string | null;
  /** What to write in its place, where one thing is known to be meant. */
  readonly fix?: (facts: Facts) => string | null;
  /** One paragraph for `evident explain CODE`. */
  readonly explain: string;
}

export const DIAGNOSTICS = {
  'bad-text': {
    severity: 'error',
    message: ({ what }) => `the text ${what}`,
    help: () => 'save the script as UTF-8 without a byte-order mark and without NUL characters',
    explain:
      'A script is UTF-8 text. A byte-order mark, bytes that are not UTF-8, half of a surrogate pair and NUL characters are refused, because two texts that look the same must not have different hashes.',
  },
  'script-too-large': {
    severity: 'error',
    message: ({ what, max }) => `the script has more than ${max} ${what}`,
    help: () => 'pass data in as input instead of writing it into the script',
    explain: 'A script has at most 256 KiB of text and 20,000 nodes (atoms and brackets, discarded ones too).',
  },
  'nesting-too-deep': {
    severity: 'error',
    message: ({ max }) => `brackets are nested deeper than ${max}`,
    help: () => 'name the inner parts with `let`, `def` or `defn`',
    explain:
      'At most 256 brackets may be open at once, in the text and after `->` and `->>` are written out. `cond`, `case`, `and` and `or` are one level each, however many clauses they have.',
  },
  'unexpected-token': {
    severity: 'error',
    message: ({ found }) => `unexpected ${found}`,
    help: ({ instead }) => (instead === undefined ? null : String(instead)),
    explain:
      'This text has no meaning at this place. The language has lists, vectors, maps, numbers, strings, keywords and symbols; there is no quoting, no reader macro and no character literal.',
  },
  unclosed: {
    severity: 'error',
    message: ({ open, found }) =>
      found === undefined ? `\`${open}\` is never closed` : `\`${open}\` is closed by \`${found}\``,
    help: ({ close }) => `write \`${close}\` where it ends`,
    explain: 'A bracket or string is opened and never closed, or closed by another kind of bracket.',
  },
  'bad-number': {
    severity: 'error',
    message: ({ text, why }) => `\`${text}\` is not a number: ${why}`,
    help: ({ instead }) => (instead === undefined ? null : String(instead)),
    explain:
      'Numbers follow the JSON grammar (`-1`, `2.50`, `6e3`), have at most 18 significant digits and a magnitude from 10^-400 to below 10^400. What starts with a digit, or with `+`, `-` or `.` and a digit, is a number or this error.',
  },
  'bad-string': {
    severity: 'error',
    message: ({ why }) => `this is not a JSON string: ${why}`,
    help: ({ instead }) => (instead === undefined ? null : String(instead)),
    explain:
      'Strings follow the JSON grammar: the escapes are \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX, raw control characters (a line end, too) are escaped, and surrogates come in pairs.',
  },
  'unbound-variable': {
    severity: 'error',
    message: ({ name, why }) => `\`${name}\` ${why ?? 'is not defined'}`,
    help: ({ suggestion, instead }) =>
      suggestion !== undefined ? `did you mean \`${suggestion}\`?` : instead === undefined ? null : String(instead),
    fix: ({ suggestion }) => (suggestion === undefined ? null : String(suggestion)),
    explain:
      'A name is used that nothing defines at this place. Functions may be called before they are written; a `def` may only use what stands before it, also through the functions it calls.',
  },
  'wrong-arity': {
    severity: 'error',
    message: ({ name, expected, given, caller }) =>
      `\`${name}\` takes ${expected}, ${caller === undefined ? `given ${given}` : `and \`${caller}\` calls it with ${given}`}`,
    help: ({ signature }) => (signature === undefined ? null : `write it as ${signature}`),
    explain:
      'A call has too many or too few arguments, or a special form does not have its shape. This is checked before anything runs, also for functions handed to `map`, `reduce` and the like.',
  },
  'duplicate-definition': {
    severity: 'error',
    message: ({ name }) => `\`${name}\` is defined twice`,
    help: () => 'give one of them another name',
    explain: 'A name is defined at most once at the top level, as a function or as a value.',
  },
  'reserved-name': {
    severity: 'error',
    message: ({ name, what }) =>
      `\`${name}\` is ${what}${isInput(what) ? ', which `def` and `defn` cannot name' : ' and cannot name anything else'}`,
    help: ({ name, what }) => `choose another name${isInput(what) ? `; a local may be called \`${name}\`` : ''}`,
    explain:
      'Special forms, `nil`, `true`, `false` and `&` name nothing else. `input` cannot be defined at the top level; a local may be called so.',
  },
  'shadowed-builtin': {
    severity: 'warning',
    message: ({ name }) => `\`${name}\` is a builtin too; in this script it is what is defined here`,
    help: () => 'choose another name, unless it is meant',
    explain:
      'A `def` or `defn` has the name of a builtin. The definition wins everywhere in the script, also before it; what the language itself does, as in `fmt`, stays as it is. So a script goes on meaning the same when a later version has a builtin of that name.',
  },
  'not-callable': {
    severity: 'error',
    message: ({ what }) => `${what} cannot be called`,
    help: ({ instead }) => (instead === undefined ? null : String(instead)),
    explain:
      'A call starts with the name of a function or builtin, with a keyword, or with `(fn …)`. Functions are second class: a local, a `def` or the result of a call never holds one.',
  },
  'function-as-value': {
    severity: 'error',
    message: ({ name, what }) => `\`${name}\` is ${what}, not a value`,
    help: ({ instead }) => (instead === undefined ? null : String(instead)),
    explain:
      'Functions stand in call position or are handed to a builtin such as `map`, and nowhere else. So every call is known before anything runs, and every output is JSON.',
  },
  'bad-binding': {
    severity: 'error',
    message: ({ why }) => String(why),
    help: ({ instead }) => (instead === undefined ? null : String(instead)),
    explain:
      'What is bound is a name, `[a b & more]`, `{:keys [a b] :or {a 1}}`, or `_` for nothing; patterns nest, and a name stands at most once in one pattern. `def` and `defn` stand at the top level.',
  },
  'bad-module': {
    severity: 'error',
    message: ({ why }) => String(why),
    help: ({ instead }) => (instead === undefined ? null : String(instead)),
    explain:
      'A module is a text of `def`s and `defn`s that scripts share: `(use "money")` at the top level, and `money/round-cents` is what it defines as `round-cents`. It is the file `money.script` beside the script, or one of `modules` that are given with it. It has no expressions, reads no `input`, and may use other modules, but none that uses it.',
  },
  'recur-position': {
    severity: 'error',
    message: ({ why }) => `\`recur\` ${why}`,
    help: ({ instead }) => (instead === undefined ? null : String(instead)),
    explain:
      '`recur` goes back to its `loop` or to the start of its `defn`; it must be the last thing evaluated there. It cannot leave a `fn`.',
  },
  'recursion-unverified': {
    severity: 'error',
    message: ({ cycle, why }) =>
      why === undefined ? `recursion is forbidden here: ${cycle}` : `the recursion ${cycle} is not seen to end: ${why}`,
    help: ({ instead }) => (instead === undefined ? null : String(instead)),
    explain:
      'Every round of a recursion must make an argument smaller, under a test that stops it: `(dec n)` where n > 0 is known, `(rest xs)` where xs is known not to be empty, an element of a collection that a builtin hands out. Else use `loop`/`recur`, which fuel bounds, or a fold such as `reduce`. The policy `forbid` refuses every recursion, `allow` none.',
  },
  'duplicate-key': {
    severity: 'error',
    message: ({ key, where }) => `${key} stands twice in this ${where}`,
    help: () => 'remove one of them',
    explain:
      'A key stands at most once in a map, `:a` and `"a"` being the same key; a constant at most once in a `case`.',
  },
  'bad-pattern': {
    severity: 'error',
    message: ({ why, what }) => `this is not a ${what ?? 'pattern'}: ${why}`,
    help: ({ instead }) => (instead === undefined ? null : String(instead)),
    explain:
      'A pattern is a string literal: characters, `.`, classes such as `[a-z]`, `\\d \\w \\s \\b` (ASCII; `\\D \\W \\S \\B` for all else), `\\p{L}` and `\\P{L}` for a category or script of Unicode, groups `(…)`, `(?:…)` and `(?<name>…)`, `|`, the repeats `* + ? {m} {m,} {m,n}` (with `?` behind them they take as little as they can), `^` and `$` for the ends of the text, and at the start `(?i)` to ignore case, `(?m)` for `^` and `$` at the ends of lines, `(?s)` for a `.` that takes line feeds, or several as `(?im)`. In a string a backslash is written twice: `"\\\\d+"`. A pattern has at most 1,000 nodes with repeats written out and 1,000 characters and ranges in its classes; the patterns of a script have at most 20,000 nodes together, and 100,000 ranges of characters in `\\p{…}`. In the template of `rewrite-pattern`, a string literal too, `$1` or `${name}` is what a group took, `$0` the match, `$$` a dollar sign.',
  },
  'bad-layout': {
    severity: 'error',
    message: ({ why }) => `this is not a layout of a moment: ${why}`,
    help: ({ instead }) => (instead === undefined ? null : String(instead)),
    explain:
      "The layout of `parse-moment` and `format-moment` is a string literal with the letters of java.time: `yyyy yy` years, `MMMM MMM MM M` months (in English `May`, short, and in digits), `dd d` days, `EEEE EEE` days of the week, `HH H` hours, `hh h` with `a` hours from 1 to 12 with AM or PM, `mm m` minutes, `ss s` seconds, `S` to `SSSSSSSSS` digits of their fraction, `XXX` the offset `+02:00` or `Z`, `XX` as `+0200` or `Z`, `xxx` and `xx` the same without `Z`. One letter is one digit or two, several are as many digits. Other letters, and `[ ] { } #`, stand in quotes: `'T'`; `''` is a quote. `parse-moment` wants a year, month and day, an hour, or both, each field once, and no digits right behind a field of one or two.",
  },
  'bad-template': {
    severity: 'error',
    message: ({ why }) => `this is not a template: ${why}`,
    help: ({ instead }) => (instead === undefined ? null : String(instead)),
    explain:
      'The string of `fmt` has a name in each pair of braces, of a local, a `def` or `input`: `{total}`; keys of maps stand behind points, `{order.customer.name}`, and a number of decimals behind a colon, `{total:2}`. `{{` and `}}` are braces. For anything else name it with `let` first.',
  },
  'unknown-field': {
    severity: 'error',
    message: ({ path }) => `no input has ${path}`,
    help: ({ meant }) => (meant === undefined ? null : `did you mean ${meant}?`),
    explain:
      'Only where the shape of the input is known (`check --schema`, `check --example`, `input_schema`, the schema of a tool that a policy guards): the script reads a field that the schema does not list. An object whose schema lists its properties has no others, unless it says `additionalProperties: true`.',
  },
  'wrong-kind': {
    severity: 'error',
    message: ({ what, wanted, given, path }) =>
      `${what} wants ${wanted}; ${path === undefined ? `this is ${given}` : `${path} is ${given}`}`,
    help: ({ instead }) => (instead === undefined ? null : `the elements of a vector are taken by ${instead}`),
    explain:
      'A value is of a kind that is a `type` fault in every run that gets there: `(+ "1" 2)`, `(inc (str x))`. What may be of the right kind is not reported. Where the shape of the input is known (`check --schema`, `check --example`, `input_schema`), values are followed from there through names, functions and branches.',
  },
  'never-equal': {
    severity: 'warning',
    message: ({ left, right }) => `these are never equal: ${left}, and ${right}`,
    help: () => null,
    explain:
      'The kinds of the two values, or the constants that they may be, have nothing in common. A number and the text of a number are not equal.',
  },
  'instant-as-text': {
    severity: 'warning',
    message: ({ what }) => `${what} compares texts; these are of instants`,
    help: () =>
      '`before?` and `after?` compare moments; `(moment-key m)` is a text that sorts, and is equal, as they do',
    explain:
      'One instant has many texts: `…T12:00:00Z`, `…T12:00:00.0Z`, `…T14:00:00+02:00`. Their order as texts is not that of the instants, and equal instants may be different texts. Told of literals, of what `instant` gives, and of what a schema says is a `date-time`. Dates, `YYYY-MM-DD`, are ordered as their texts.',
  },
  'unknown-word': {
    severity: 'error',
    message: ({ what, word }) => `there is no ${String(what).replace(/^an? /, '')} ${word}`,
    help: ({ words, meant }) =>
      meant === undefined ? `there are ${words}` : `did you mean ${meant}? There are ${words}`,
    fix: ({ meant }) => (meant === undefined ? null : String(meant)),
    explain:
      'An argument takes one of a few words, and this is none of them. `evident docs round` lists the rounding modes, `docs diff` the units of durations, `docs date-part` the parts of moments.',
  },
  'case-else': {
    severity: 'warning',
    message: ({ name }) => `\`:${name}\` is a constant of this \`case\`, and equal to the text "${name}" alone`,
    help: () => 'a default stands last by itself: (case x 1 "one" "another")',
    explain:
      'A `case` compares with constants, and a keyword is one. Its default is a last value without a constant before it; without a default, a value that meets no constant is the fault `failed`.',
  },
  'no-result': {
    severity: 'warning',
    message: () => 'the script has no expression, so its output is nil',
    help: () => 'end the script with the expression whose value is wanted',
    explain: 'The output of a script is the value of its last expression; `def` and `defn` are none.',
  },
  'unused-binding': {
    severity: 'warning',
    message: ({ name }) => `\`${name}\` is never used`,
    help: ({ name }) => `remove it, or call it \`_${name}\``,
    explain: 'A bound name is never read. Names that start with `_` are not reported.',
  },
  'unused-module': {
    severity: 'warning',
    message: ({ name }) => `nothing of the module ${name} is used`,
    help: ({ name }) => `remove \`(use "${name}")\``,
    explain: 'A script names nothing that a module of its `use` defines, so it means the same without.',
  },
  'constant-condition': {
    severity: 'warning',
    message: ({ truth }) => `this test is always ${truth}`,
    help: () => 'test something that can vary, or keep only the branch that runs',
    explain: 'A test is a literal. The last test of a `cond` may be one.',
  },
} as const satisfies Record<string, DiagnosticKind>;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;

/** What a local may be called, but no definition. */
function isInput(what: string | number | undefined): boolean {
  return what === 'the input of the run';
}
