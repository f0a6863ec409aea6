// Units: which words of a description a unit answers to, and when it contradicts them.
// In: the unit beside a number. Out: the words it stands for; whether the description means another unit.
// Why: "2 weeks" is not 2 for a parameter in days. Converting is arithmetic nobody asked for, so a contradiction is a question.

/** Units of one dimension: a description that names one of them means that one. */
const DIMENSIONS: readonly (readonly RegExp[])[] = [
  [
    /^(?:s|secs?|seconds?)$/u,
    /^(?:min|mins|minutes?)$/u,
    /^(?:h|hrs?|hours?)$/u,
    /^days?$/u,
    /^weeks?$/u,
    /^months?$/u,
    /^(?:yrs?|years?)$/u,
    /^(?:ms|milliseconds?)$/u,
  ],
  [
    /^(?:m|meters?|metres?)$/u,
    /^(?:km|kilometers?|kilometres?|kms)$/u,
    /^(?:mi|miles?)$/u,
    /^(?:ft|feet|foot)$/u,
    /^(?:cm|centimeters?)$/u,
    /^(?:mm|millimeters?)$/u,
    /^(?:in|inch|inches)$/u,
    /^(?:px|pixels?)$/u,
  ],
  [
    /^(?:kg|kgs|kilograms?|kilos?)$/u,
    /^(?:g|grams?)$/u,
    /^(?:lbs?|pounds?)$/u,
    /^(?:mg|milligrams?)$/u,
    /^(?:oz|ounces?)$/u,
    /^(?:t|tons?|tonnes?)$/u,
  ],
  [/^(?:c|°c|celsius|centigrade)$/u, /^(?:f|°f|fahrenheit)$/u, /^(?:kelvin)$/u],
  [/^(?:\$|usd|dollars?)$/u, /^cents?$/u, /^(?:€|eur|euros?)$/u, /^(?:£|gbp)$/u],
];

/** True when the description names another unit of the same dimension and not this one: the number would have to be converted. */
export function contradicts(unit: string, description: string, strict: boolean): boolean {
  const words = description
    .split(/[^\p{L}$€£]+/u)
    .filter(
      (word) =>
        word.length > 2 || /[$€£]/u.test(word) || word === 'km' || word === 'kg' || word === 'cm' || word === 'mm',
    );
  // The "min" of `min_days` is no minute.
  if (strict && words.length > 1 && words[0] === 'min') words.shift();
  return DIMENSIONS.some((dimension) => {
    const own = dimension.find((one) => one.test(unit));
    if (own === undefined || (!strict && words.some((word) => own.test(word)))) return false;
    return dimension.some((one) => one !== own && words.some((word) => one.test(word)));
  });
}

/** Two ways to write one unit: "°C" and "celsius". */
export function isSameUnit(a: string, b: string): boolean {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  return one === other || DIMENSIONS.some((units) => units.some((unit) => unit.test(one) && unit.test(other)));
}

/** Numbers that are said as one word where hours and lengths are. */
export const UP_TO_TWELVE: ReadonlyMap<string, number> = new Map(
  'one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, at) => [word, at + 1]),
);

/** What a short unit stands for, in the words a description uses. */
export const UNIT_WORDS = new Map<string, readonly string[]>([
  ['m', ['meter', 'metre', 'length', 'height', 'distance', 'width', 'depth']],
  ['meters', ['meter', 'metre', 'length', 'height', 'distance']],
  ['cm', ['centimeter', 'cm', 'length', 'height']],
  ['mm', ['millimeter', 'mm']],
  ['mb', ['megabyte', 'mb']],
  ['gb', ['gigabyte', 'gb']],
  ['tb', ['terabyte', 'tb']],
  ['kb', ['kilobyte', 'kb']],
  ['km', ['kilometer', 'km', 'distance', 'radius']],
  ['kilometers', ['kilometer', 'km', 'distance', 'radius']],
  ['mi', ['mile', 'distance', 'radius']],
  ['miles', ['mile', 'distance', 'radius']],
  ['ft', ['foot', 'feet', 'height']],
  ['feet', ['foot', 'feet', 'height']],
  ['kg', ['kilogram', 'kg', 'weight', 'mass']],
  ['g', ['gram', 'mass', 'weight']],
  ['lbs', ['pound', 'weight']],
  ['lb', ['pound', 'weight']],
  ['pounds', ['pound', 'weight']],
  ['s', ['second', 'time', 'duration']],
  ['seconds', ['second', 'time', 'duration']],
  ['min', ['minute', 'time', 'duration']],
  ['minutes', ['minute', 'time', 'duration']],
  ['hours', ['hour', 'time', 'duration']],
  ['h', ['hour', 'time']],
  ['days', ['day', 'duration', 'period']],
  ['years', ['year', 'time', 'duration', 'age', 'term', 'period']],
  ['year', ['year', 'age', 'term']],
  ['months', ['month', 'duration', 'period', 'term']],
  ['m/s', ['velocity', 'speed']],
  ['m/s^2', ['acceleration', 'gravity']],
  ['m/s²', ['acceleration', 'gravity']],
  ['km/h', ['velocity', 'speed']],
  ['mph', ['velocity', 'speed', 'mile']],
  ['latitude', ['latitude', 'lat']],
  ['longitude', ['longitude', 'lon', 'long', 'lng']],
  ['degrees', ['degree', 'angle', 'temperature']],
  ['people', ['people', 'guest', 'person', 'party', 'size', 'number']],
  ['guests', ['guest', 'people', 'party']],
  ['adults', ['adult', 'guest', 'passenger', 'people']],
  ['tickets', ['ticket', 'number', 'seat']],
  ['times', ['occurrence', 'occurrences', 'repetition', 'repeat', 'count', 'times']],
  ['nights', ['night', 'stay', 'duration']],
]);

/** What a sum of money is called by parameters. */
const SUMS: readonly string[] = [
  'price',
  'amount',
  'cost',
  'budget',
  'salary',
  'income',
  'principal',
  'investment',
  'money',
  'value',
  'payment',
  'deposit',
  'balance',
  'revenue',
  'rent',
  'fee',
  'total',
  'sum',
  'charge',
  'limit',
  'refund',
  'fare',
];
const MONEY: readonly (readonly [units: string, names: readonly string[]])[] = [
  ['$ dollars dollar usd bucks', ['dollar', 'usd']],
  ['€ euros euro eur', ['euro', 'eur']],
  ['£ pounds pound gbp quid', ['pound', 'gbp']],
  ['¥ yen jpy', ['yen', 'jpy']],
  ['₹ rupees inr', ['rupee', 'inr']],
  ['chf francs sek nok dkk kronor kroner kr pln zloty', []],
];
for (const [units, names] of MONEY)
  for (const unit of units.split(' ')) UNIT_WORDS.set(unit, [...(UNIT_WORDS.get(unit) ?? []), ...names, ...SUMS]);

/** A unit spelled out, as it stands behind a number: "5 Ampere", "20 degrees Celsius". */
export function isUnitName(text: string): boolean {
  return UNIT_NAMES.test(text.toLowerCase());
}

/** What a short unit stands for first: gigabyte for "gb"; empty for no unit. */
export function spelledOut(unit: string): string {
  return UNIT_WORDS.get(unit)?.[0] ?? '';
}

/** A currency, by its sign, its code or its name. */
export function isCurrencyWord(word: string): boolean {
  return /^(?:[$€£¥₹]|dollars?|euros?|pounds?|yen|rupees?|francs?|usd|eur|gbp|chf|jpy|inr|cad|aud)$/u.test(word);
}

/** A unit or a currency in words, as it stands behind a number. */
export function isMeasureWord(word: string): boolean {
  return isUnitName(word) || /^(?:dollars?|euros?|cents?|yen|rupees?|francs?|usd|eur|gbp|percent)$/u.test(word);
}

const UNIT_NAMES =
  /^(?:(?:kilo|centi|milli|micro|nano|mega|giga)?(?:met(?:er|re)|gram|watt|joule|lit(?:er|re)|ampere|amp|volt|ohm|newton|pascal|hertz|coulomb|farad|henry|tesla|kelvin|mole|lumen|second|byte|bit)s?|celsius|fahrenheit|miles?|yards?|feet|foot|inch(?:es)?|pounds?|ounces?|degrees|minutes|hours|days|weeks|months|years)$/u;
