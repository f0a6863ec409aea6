// The runtime's exports: what emitted scripts and hosts call. The list is the ABI (see README.md); nothing is added to a
// module that an artifact does not use, for the build removes what is not reached.

export { callStack, fault, faultTooDeep } from './run/fault';
export { attempted } from './collection/attempt';
export { charge, exhausted, fuelAt, status, steps } from './run/fuel';
export { constantsBase, patternRegion, setMemoryLimit, staticEnd } from './run/memory';
export { patternTablesEnd, setScript } from './pattern/sets';
export { allocInput, begin, finish, output_len, output_ptr, reset } from './host/run';
export {
  elementOr, elementsPaid, listDone, listNew, listPush, patternVector, restFrom, vectorAt, vectorCount, vectorDone, vectorNew,
} from './collection/list';
export { field, filterValsDone, lookup, mapDone, mapNew, mapValsDone, patternMap, vectorOfValues } from './collection/map';
export {
  compare, equal, greater, greaterOrEqual, identity, isGreater, isGreaterOrEqual, isInRange, isLess, isLessOrEqual, less, lessOrEqual, orderable,
  same,
} from './collection/compare';
export {
  absolute, add, chargeApplied, decrement, divide, increment, isEven, isInteger, isNegative, isOdd, isPositive, isZero, maximum, minimum,
  modulo, multiply, quotient, remainder, subtract,
} from './number/arithmetic';
export { power } from './number/power';
export { decimalLogarithm, exponential, naturalLogarithm } from './number/series';
export { ceiling, fixed, floor, round, squareRoot } from './number/round';
export { mean, median, mode, product, sum } from './sequence/aggregate';
export { deviation } from './sequence/deviation';
export { assert, fail } from './value/failing';
export { lower, upper } from './string/letter-case';
export {
  count, endsWith, includes, indexOf, isBlank, join, padLeft, padRight, replace, startsWith, str, strOne, subs, trim,
} from './string/builtins';
export { parseNumber } from './string/numerals';
export { lines, split, words } from './string/pieces';
export { indexesOf } from './string/places';
export {
  butlast, concat, conj, conjOne, distinct, drop, empty, first, flatten, insertAt, interleave, isEmpty, last, next, nth, partition, partitionAll,
  removeAt, repeat, rest, reverse, second, slice, sort, take, vec, vector, zip,
} from './sequence/vector-builtins';
export { range } from './sequence/range';
export {
  assoc, assocIn, assocOne, contains, deepMerge, dissoc, entries, get, getIn, into, keys, merge, paidMap, selectKeys, updateBegin, updateEnd, updateInBegin,
  updateInEnd, vals,
} from './sequence/map-builtins';
export { zipmap } from './sequence/keyed-maps';
export { concatAll, countBy, frequencies, groupBy, groups, indexBy, maxBy, minBy, partitionBy, sortBy } from './sequence/higher-order';
export {
  addDuration, atOffset, date, day, difference, instant, isAfter, isBefore, isDate, isInstant, isLocalDateTime, isLocalTime, localDateTime, localTime,
  momentKey, month, weekday, year,
} from './date/builtins';
export { datePart, endOf, startOf } from './date/parts';
export { formatMoment, parseMoment } from './date/layout';
export { durationIn, elapsed, isDuration, isoDuration } from './date/spans';
export { isLocated, isLocatedIn, locate, locateAll, locateAllIn, locateIn, locateWords } from './locate/builtins';
export { prepare as preparePhrases } from './locate/phrases';
export { findsEdges, findsNumbers } from './locate/block';
// Tables, for the build to leave out where nothing reads them (compiler/emit/abi.ts).
export { LOWER, LOWER_BYTES, UPPER, UPPER_BYTES } from './string/case-table';
export { UNITS, UNIT_NAMES } from './date/builtins';
export { PARTS, PART_NAMES } from './date/parts';
export { NAMES, NAME_TEXTS } from './date/layout';
export { LOCATE_PACKED, LOCATE_PACKED_BYTES } from './locate/table';
export {
  capturePattern, capturePatterns, findPattern, findPatterns, matches, replacePattern, rewritePattern, splitPattern,
} from './pattern/builtins';
