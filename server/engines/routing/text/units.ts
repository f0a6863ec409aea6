// Units: which words of a description a unit answers to, and when it contradicts them.
// In: the unit beside a number. Out: the words it stands for; whether the description means another unit.
// Why: "2 weeks" is not 2 for a parameter in days. Converting is arithmetic nobody asked for, so a contradiction is a question.

/** Units of one dimension, each in all its writings: a description that names one of them means that one. */
const DIMENSIONS: readonly (readonly string[])[] = [
  [
    's sec secs second seconds',
    'min mins minute minutes',
    'h hr hrs hour hours',
    'day days',
    'week weeks',
    'month months',
    'yr yrs year years',
    'ms millisecond milliseconds',
  ],
  [
    'm meter meters metre metres',
    'km kms kilometer kilometers kilometre kilometres',
    'mi mile miles',
    'ft feet foot',
    'cm centimeter centimeters',
    'mm millimeter millimeters',
    'in inch inches',
    'px pixel pixels',
  ],
  [
    'kg kgs kilogram kilograms kilo kilos',
    'g gram grams',
    'lb lbs pound pounds',
    'mg milligram milligrams',
    'oz ounce ounces',
    't ton tons tonne tonnes',
  ],
  ['c °c celsius centigrade', 'f °f fahrenheit', 'kelvin'],
  ['$ usd dollar dollars', 'cent cents', '€ eur euro euros', '£ gbp'],
];

interface Unit {
  readonly dimension: number;
}

/** A unit by each of its writings. */
const UNITS: ReadonlyMap<string, Unit> = new Map(
  DIMENSIONS.flatMap((units, dimension) =>
    units.flatMap((words) => {
      const unit = { dimension };
      return words.split(' ').map((word) => [word, unit] as const);
    }),
  ),
);

/** True when the description names another unit of the same dimension and not this one: the number would have to be converted. */
export function contradicts(unit: string, description: string, strict: boolean): boolean {
  const own = UNITS.get(unit);
  if (own === undefined) return false;
  const words = description
    .split(/[^\p{L}$€£]+/u)
    .filter(
      (word) =>
        word.length > 2 || /[$€£]/u.test(word) || word === 'km' || word === 'kg' || word === 'cm' || word === 'mm',
    );
  // The "min" of `min_days` is no minute.
  if (strict && words.length > 1 && words[0] === 'min') words.shift();
  const named = words.flatMap((word) => UNITS.get(word) ?? []).filter(({ dimension }) => dimension === own.dimension);
  return named.some((one) => one !== own) && (strict || !named.includes(own));
}

/** Two ways to write one unit: "°C" and "celsius". */
export function isSameUnit(a: string, b: string): boolean {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  return one === other || (UNITS.has(one) && UNITS.get(one) === UNITS.get(other));
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
