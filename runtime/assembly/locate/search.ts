// Locate, search: reads a text once, word by word, and feeds its symbols to the automata of the open block. The same walk
// makes phrases ready, adding their symbols instead of following them. The reference is runtime/locate/locate.ts.
// Over 400 lines, as one walk needs all of it.
//
// A find is 16 bytes: u32 start and u32 end in bytes of the text, u32 phrase, u32 BY_NUMBER if only a search for numbers found it |
// BY_TYPO if a word of it is misspelled | NEAR times how many bytes before it the last word starts that could deny it, 0 where that is not known.

import { ASCII, IS_SIGN, IS_TRIGGER } from './table';
import { HYPHEN, SPACE, WORD, classOf, marksOf, narrow } from './unicode';
import { EDGED, NO_SYMBOL, NUMBERS, ROOT, STEMS, automatonAt, charSymbol, child, findSymbol, findsEdges, findsNumbers, internSymbol, isEmptyAutomaton, longestOf, nodeAt, phraseAt, rootChild, step } from './block';
import { asTrieNode } from './block-records';
import {
  isReady, isWaiting, mayConcernNumbers, nextSymbol, numberIsDigits, numberValue, openQueue, pushSymbol, readNumber, takeSymbols,
} from './numbers';
import {
  NUMBER_DIGITS, NUMBER_JOIN, NUMBER_SPACE, isSeparator, isSifted, keyAt, keyBytes, nextToken, readToken, tokenEnd, wordNumber, wordValue, writeCaseKey,
  writeDigitsKey, writeShortKey, writeSpacedKey, writeValueKey, writeWordKey,
} from './words';
import { BYTES_BEFORE, ownKind } from './denial-roles';
import { isInflected } from './inflection';
import { hasMeant, meantBy } from './misspelled';
import { isPartOfToken } from './tokens';
import { allocate } from '../run/memory';
import { codePointAt, leadBytes, textBytes, textData } from '../text/text';
import { asPhrase } from '../shared/records';

export const FIND_BITS: i32 = 4;
export const BY_NUMBER: i32 = 1;
export const BY_TYPO: i32 = 2;
export const NEAR: i32 = 4;

/**
 * Words known by heart, in pairs whose first is the newer one: fifteen bytes of the word, u8 number | 16 if it may deny | 32 if it may sign,
 * u32 symbol, u32 value, u32 and u32 the node it leads to from the root of the stems and of the numbers.
 */
const WORD_BITS: i32 = 5;
const WORDS_MIN: i32 = 32;
const WORDS_MAX: i32 = 16384;
/** Beside what a word is to a number: it may deny what comes after it. */
const MAY_DENY: i32 = 16;
/** Beside that: it may be what says what its text is about as a whole. */
const MAY_SIGN: i32 = 32;
/** Longer words are looked up every time. */
const WORD_BYTES_MAX: i32 = 15;
const NUMBER_BYTES_MAX: i32 = 3;
const longWord: i32 = memory.data(32, 8) as i32;
let wordsAt: i32 = 0;
let wordsShift: u64 = 0;

/** Starts of the last symbols, in addresses. One ring for each automaton. */
let stemStarts: i32 = 0;
let stemMask: i32 = 0;
let stemCount: i32 = 0;
let numberStarts: i32 = 0;
let numberMask: i32 = 0;
let numberCount: i32 = 0;

let building: bool = false;
/** Addresses of the automata in use, or 0. */
let stems: i32 = 0;
let numbers: i32 = 0;
let stemNode: i32 = 0;
let numberNode: i32 = 0;
/** A phrase that is made ready has a number in it. */
export let hasNumber: bool = false;

let textStart: i32 = 0;
let textEnd: i32 = 0;
/** The last word that may deny. */
let lastTrigger: i32 = 0;
/** Whether the text may have signs: a word of one was seen, or not all of its words were. */
export let maySign: bool = false;
/** Only the first find of each automaton is wanted. */
let firstOnly: bool = false;
export let finds: i32 = 0;

/** Work space for searching texts of up to `bytes` bytes for the phrases of the open block. */
export function openSearch(bytes: i32, first: bool): void {
  building = false;
  firstOnly = first;
  let words = WORDS_MIN;
  // Pairs are what is numbered.
  let bits: u64 = 4;
  while (words < WORDS_MAX && (words << 4) < bytes) {
    words <<= 1;
    bits++;
  }
  wordsShift = 64 - bits;
  wordsAt = allocate(words << WORD_BITS);
  memory.fill(wordsAt, 0, words << WORD_BITS);
  stemMask = ringMask(max<i32>(longestOf(STEMS), longestOf(EDGED)));
  stemStarts = allocate((stemMask + 1) << 2);
  numberMask = ringMask(longestOf(NUMBERS));
  numberStarts = allocate((numberMask + 1) << 2);
}

function ringMask(longest: i32): i32 {
  let places = 2;
  while (places < longest) places <<= 1;
  return places - 1;
}

/** Adds the finds in one text, at the arena's top; `finds` is how many there are. */
export function search(data: i32, bytes: i32): void {
  finds = 0;
  textStart = data;
  textEnd = data + bytes;
  lastTrigger = data - BYTES_BEFORE - 1;
  maySign = true;
  // Set before any word is cached: the value of digits is only looked up where numbers are searched for.
  numbers = !findsNumbers || isEmptyAutomaton(NUMBERS) ? 0 : automatonAt(NUMBERS);
  if (findsEdges && !isEmptyAutomaton(EDGED)) {
    stems = automatonAt(EDGED);
    walkCase(data, data + bytes);
  }
  stems = isEmptyAutomaton(STEMS) ? 0 : automatonAt(STEMS);
  if (stems != 0) walk(data, data + bytes);
}

/** Adds a phrase to the stems of the open block and returns its node. With `intoNumbers` to the numbers instead. */
export function addPhrase(data: i32, bytes: i32, intoNumbers: bool): i32 {
  building = true;
  hasNumber = false;
  stems = intoNumbers ? 0 : automatonAt(STEMS);
  numbers = intoNumbers ? automatonAt(NUMBERS) : 0;
  walk(data, data + bytes);
  return intoNumbers ? numberNode : stemNode;
}

/** Adds a phrase with an edge and returns its node. */
export function addEdged(data: i32, bytes: i32): i32 {
  building = true;
  numbers = 0;
  stems = automatonAt(EDGED);
  walkCase(data, data + bytes);
  return stemNode;
}

/** Reads a text: words by their stems, white space and hyphens as one space. */
function walk(data: i32, end: i32): void {
  const space = building ? NO_SYMBOL : charSymbol(0x20);
  stemNode = ROOT;
  stemCount = 0;
  numberNode = ROOT;
  numberCount = 0;
  openQueue();
  let isSigned = false;
  let at = data;
  while (at < end && (stems | numbers) != 0) {
    const kind = nextToken(at, end);
    let to = tokenEnd;
    if ((kind & WORD) != 0) {
      const word = wordAt(at, to);
      const about = load<u8>(word, 15) as i32;
      if (about >= MAY_DENY) {
        if ((about & MAY_DENY) != 0) lastTrigger = at;
        if ((about & MAY_SIGN) != 0) isSigned = true;
      }
      readWord(word, about & 15, at, to);
    } else if (isSeparator(kind)) {
      while (to < end && separatorAt(to) != 0) to += leadBytes(load<u8>(to) as i32);
      // No phrase of these automata starts with a separator.
      if (building) readSymbol(spaceSymbol(), NUMBER_SPACE, at, to);
      else {
        if (stemNode != ROOT && stems != 0) readStem(space, ROOT, at, to);
        if (numbers != 0 && (numberNode != ROOT || isWaiting())) queueSymbol(at, to, space, NUMBER_SPACE, 0);
      }
    } else {
      readSymbol(otherSymbol(at, to), isJoin(at) ? NUMBER_JOIN : 0, at, to);
    }
    at = to;
  }
  maySign = isSigned || at < end;
  while (isWaiting() && (building || numbers != 0)) takeNumber();
}

/** Reads a word, of which `wordAt` said what is known. `number` is what it is to numbers. */
// @ts-ignore: decorator
@inline
function readWord(word: i32, number: i32, at: i32, end: i32): void {
  if (building) {
    readSymbolOf(word, number, at, end);
    return;
  }
  // Most words start no phrase and go on with none.
  const fromRoot = load<i32>(word, 24);
  if ((stemNode | fromRoot) != ROOT && stems != 0) readStem(load<i32>(word, 16), fromRoot, at, end);
  // Most symbols neither go on with a phrase nor have to do with a number: they need not wait. Digits, a number
  // or not, keep two symbols after them waiting, so that what is left out is never between a number and what it looks at.
  if (numbers != 0 && ((numberNode | load<i32>(word, 28)) != ROOT || mayConcernNumbers(number) || isWaiting())) {
    queueSymbol(at, end, load<i32>(word, 16), number, load<i32>(word, 20));
  }
}

function readSymbolOf(word: i32, number: i32, at: i32, end: i32): void {
  const symbol = load<i32>(word, 16);
  if (stems != 0) stemNode = child(stems, stemNode, symbol);
  queueSymbol(at, end, symbol, number, load<i32>(word, 20));
}

/** Reads a character that is no word. */
function readSymbol(symbol: i32, number: i32, at: i32, end: i32): void {
  if (building) {
    if (stems != 0) stemNode = child(stems, stemNode, symbol);
    queueSymbol(at, end, symbol, number, 0);
    return;
  }
  if (stems != 0 && (stemNode != ROOT || symbol != NO_SYMBOL)) readStem(symbol, rootChild(stems, symbol), at, end);
  if (numbers != 0 && (numberNode != ROOT || symbol != NO_SYMBOL || number != 0 || isWaiting())) queueSymbol(at, end, symbol, number, 0);
}

/** Kind of the white space or hyphen at an address; 0 for anything else. */
// @ts-ignore: decorator
@inline
function separatorAt(at: i32): i32 {
  const byte = load<u8>(at) as i32;
  if (byte < 0x80) {
    const kind = load<u8>(ASCII + byte) as i32;
    return (kind & (SPACE | HYPHEN)) != 0 ? kind : 0;
  }
  return separatorBeyondAscii(codePointAt(at));
}

function separatorBeyondAscii(codePoint: i32): i32 {
  const kind = classOf(codePoint);
  if ((kind & WORD) != 0) return 0;
  const all = kind | marksOf(codePoint);
  return isSeparator(all) ? all : 0;
}

function spaceSymbol(): i32 {
  store<u8>(longWord, 0x20);
  return internSymbol(longWord, 1);
}

/** Symbol of a character that is no word. */
function otherSymbol(at: i32, end: i32): i32 {
  const byte = load<u8>(at) as i32;
  if (!building) {
    if (byte < 0x80) return charSymbol(byte);
    const narrowed = narrow(codePointAt(at));
    if (narrowed < 0x80) return charSymbol(narrowed);
  }
  writeSpacedKey(at, end);
  return building ? internSymbol(keyAt, keyBytes) : findSymbol(keyAt, keyBytes);
}

function isJoin(at: i32): bool {
  const byte = load<u8>(at) as i32;
  const character = byte < 0x80 ? byte : narrow(codePointAt(at));
  return character == 0x3a || character == 0x2f;
}

/** The cache entry of a word. */
// @ts-ignore: decorator
@inline
function wordAt(at: i32, end: i32): i32 {
  const bytes = end - at;
  if (bytes > WORD_BYTES_MAX || building) return describeWord(longWord, at, end, 0, 0);
  // The work space comes after every text in memory, so reading past a word's end is allowed.
  let low = load<u64>(at);
  let high: u64 = 0;
  if (bytes < 8) low &= ((1 as u64) << ((bytes << 3) as u64)) - 1;
  else high = load<u64>(at, 8) & (((1 as u64) << (((bytes - 8) << 3) as u64)) - 1);
  // Long numbers are many and seldom come again.
  if ((low & 0xff) < 0x40 && bytes > NUMBER_BYTES_MAX) return describeWord(longWord, at, end, low, high);
  const hash = (low ^ (high * 0xff51afd7ed558ccd)) * 0x9e3779b97f4a7c15;
  const entry = wordsAt + (((hash >> wordsShift) as i32) << (WORD_BITS + 1));
  if (isWord(entry, low, high)) return entry;
  const second = entry + (1 << WORD_BITS);
  return isWord(second, low, high) ? second : learnWord(entry, at, end, low, high);
}

// @ts-ignore: decorator
@inline
function isWord(entry: i32, low: u64, high: u64): bool {
  return load<u64>(entry) == low && (load<u64>(entry, 8) ^ high) << 8 == 0;
}

/** The newer of a pair becomes the older one. */
function learnWord(entry: i32, at: i32, end: i32, low: u64, high: u64): i32 {
  store<u64>(entry, load<u64>(entry), 32);
  store<u64>(entry, load<u64>(entry, 8), 40);
  store<u64>(entry, load<u64>(entry, 16), 48);
  store<u64>(entry, load<u64>(entry, 24), 56);
  return describeWord(entry, at, end, low, high);
}

function describeWord(entry: i32, at: i32, end: i32, low: u64, high: u64): i32 {
  if (low == 0 || !writeShortKey(low, high, end - at)) writeWordKey(at, end);
  let value = wordValue;
  let symbol = NO_SYMBOL;
  if (building && numbers == 0) symbol = internSymbol(keyAt, keyBytes);
  else if (low == 0 || !isSifted) symbol = findSymbol(keyAt, keyBytes);
  if (wordNumber == NUMBER_DIGITS && numbers != 0) {
    writeDigitsKey();
    value = building ? internSymbol(keyAt, keyBytes) : findSymbol(keyAt, keyBytes);
  }
  const number = wordNumber;
  if (!building) {
    const word = meantBy(at, end - at);
    if (word != 0) symbol = symbolOf(word);
  }
  store<u64>(entry, low);
  let about = number;
  if (!building) {
    const kind = ownKind(at, end);
    if ((kind & IS_TRIGGER) != 0) about |= MAY_DENY;
    if ((kind & IS_SIGN) != 0) about |= MAY_SIGN;
  }
  store<u64>(entry, high | (about as u64) << 56, 8);
  store<i32>(entry, symbol, 16);
  store<i32>(entry, value, 20);
  if (building) return entry;
  store<i32>(entry, isEmptyAutomaton(STEMS) ? ROOT : rootChild(automatonAt(STEMS), symbol), 24);
  store<i32>(entry, !findsNumbers || isEmptyAutomaton(NUMBERS) ? ROOT : rootChild(automatonAt(NUMBERS), symbol), 28);
  return entry;
}

/** Symbol of a word that is a text. */
function symbolOf(word: i32): i32 {
  writeWordKey(textData(word), textData(word) + textBytes(word));
  return findSymbol(keyAt, keyBytes);
}

/** Follows the path of the stems; `fromRoot` is where the symbol leads from the root. */
function readStem(symbol: i32, fromRoot: i32, at: i32, end: i32): void {
  stemNode = step(stems, stemNode, symbol, fromRoot);
  if (stemNode == ROOT) return;
  store<i32>(stemStarts + ((stemCount & stemMask) << 2), at);
  stemCount++;
  const node = nodeAt(stems, stemNode);
  if ((asTrieNode(node).phrase | asTrieNode(node).ends) == 0) return;
  const before = finds;
  report(stems, stemNode, stemStarts, stemMask, stemCount, end, 4, 0);
  if (firstOnly && finds > before) stems = 0;
}

function queueSymbol(at: i32, end: i32, symbol: i32, number: i32, value: i32): void {
  pushSymbol(at, end, symbol, number, value);
  while (isReady()) takeNumber();
}

/** Takes the symbols of one number, or one other symbol, from the queue. */
function takeNumber(): void {
  const first = nextSymbol();
  const start = load<i32>(first);
  const count = readNumber();
  let symbol = load<i32>(first, 8);
  if (count > 0) {
    hasNumber = true;
    symbol = numberIsDigits ? numberValue : numbers != 0 ? valueSymbol(numberValue) : NO_SYMBOL;
  }
  const end = load<i32>(takeSymbols(max<i32>(count, 1)), 4);
  if (numbers == 0) return;
  if (building) {
    numberNode = child(numbers, numberNode, symbol);
    return;
  }
  numberNode = step(numbers, numberNode, symbol, rootChild(numbers, symbol));
  if (numberNode == ROOT) return;
  store<i32>(numberStarts + ((numberCount & numberMask) << 2), start);
  numberCount++;
  const node = nodeAt(numbers, numberNode);
  if ((asTrieNode(node).phrase | asTrieNode(node).ends) == 0) return;
  const before = finds;
  report(numbers, numberNode, numberStarts, numberMask, numberCount, end, 8, BY_NUMBER);
  if (firstOnly && finds > before) numbers = 0;
}

function isInflectedPhrase(start: i32, end: i32, header: i32): bool {
  return isInflected(start, end, textData(header), textData(header) + textBytes(header));
}

function valueSymbol(value: i32): i32 {
  writeValueKey(value);
  return building ? internSymbol(keyAt, keyBytes) : findSymbol(keyAt, keyBytes);
}

/** Adds a find for every phrase that ends in a node or one of its suffixes. `next` is where a phrase keeps its successor. */
function report(automaton: i32, from: i32, starts: i32, mask: i32, count: i32, end: i32, next: i32, how: i32): void {
  // The walk for edges does not look at words.
  const edged = automatonAt(EDGED);
  const byStems = automatonAt(STEMS);
  let node = asTrieNode(nodeAt(automaton, from)).phrase != 0 ? from : asTrieNode(nodeAt(automaton, from)).ends;
  for (; node != ROOT; node = asTrieNode(nodeAt(automaton, node)).ends) {
    const at = nodeAt(automaton, node);
    const start = load<i32>(starts + (((count - load<i32>(at)) & mask) << 2));
    if (isPartOfToken(textStart, textEnd, start, end)) continue;
    for (let phrase = load<i32>(at, 12); phrase != 0; phrase = load<i32>(phraseAt(phrase - 1) + next)) {
      if (automaton == byStems && !isInflectedPhrase(start, end, asPhrase(phraseAt(phrase - 1)).text)) continue;
      const find = allocate(1 << FIND_BITS);
      store<i32>(find, start - textStart);
      store<i32>(find, end - textStart, 4);
      store<i32>(find, phrase - 1, 8);
      const near = automaton == edged || lastTrigger >= start ? 0 : min<i32>(start - lastTrigger, BYTES_BEFORE + 1);
      store<i32>(find, how | (hasMeant(start, end) ? BY_TYPO : 0) | near * NEAR, 12);
      finds++;
    }
  }
}

/** Reads a text, every token by itself and only its case folded. */
function walkCase(data: i32, end: i32): void {
  stemNode = ROOT;
  stemCount = 0;
  for (let at = data; at < end && stems != 0;) {
    readToken(at, end);
    const to = tokenEnd;
    writeCaseKey(at, to);
    if (building) {
      stemNode = child(stems, stemNode, internSymbol(keyAt, keyBytes));
    } else {
      const symbol = findSymbol(keyAt, keyBytes);
      if (symbol == NO_SYMBOL) stemNode = ROOT;
      else readStem(symbol, rootChild(stems, symbol), at, to);
    }
    at = to;
  }
}
