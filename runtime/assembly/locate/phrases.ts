// Locate, phrases: makes a block of phrases (see locate/block.ts). In: headers of texts. Out: the block, the
// phrases in code point order and each of them once.

import { mergeSort } from '../collection/merge-sort';
import { BLOCK_BYTES, EDGED, NUMBERS, PHRASE_BITS, SIEVE_BYTES, STEMS, SYMBOL_BITS, automatonAt, edgesBytes, keysEnd, layAutomaton, linkAutomaton, moveEdges, moveSymbols, nodeAt, nodesBytes, openBlock, openKeys, phraseAt, placesFor } from './block';
import { asAutomaton, asTrieNode } from './block-records';
import { addEdged, addPhrase, hasNumber } from './search';
import { openTables } from './unpack';
import { isSeparator, readToken, tokenEnd } from './words';
import { allocate, arenaTop, release } from '../run/memory';
import { compareText, textBytes, textData } from '../text/text';
import { asBlock, asPhrase } from '../shared/records';

const CHARS: i32 = 128;

// Written on the addresses of the list, which are multiples of 8.
const IS_EDGED: i32 = 1;
const IS_EMPTY: i32 = 2;
const HAS_NUMBER: i32 = 4;

let tokens: i32 = 0;
let edgedTokens: i32 = 0;
let phraseBytes: i32 = 0;

/** The block of the `listed` phrases whose headers are at `list`, which is work space. Work space is allocated before it, nothing after it. */
export function prepare(list: i32, listed: i32): i32 {
  openTables();
  const count = sortPhrases(list, listed);
  measure(list, count);
  const symbolPlaces = placesFor(2 * tokens + edgedTokens + 1);
  const symbols = allocate(symbolPlaces << SYMBOL_BITS);
  memory.fill(symbols, 0, symbolPlaces << SYMBOL_BITS);
  // Before the block, which they will move into when it is known how many there are.
  const edges = allocate(edgesBytes(tokens));
  const edgedEdges = allocate(edgesBytes(edgedTokens));
  const keys = keyBytesMax(phraseBytes, tokens + edgedTokens);
  const phrases = BLOCK_BYTES + (count << PHRASE_BITS);
  const size = phrases + (CHARS << 2) + SIEVE_BYTES + nodesBytes(tokens) + nodesBytes(edgedTokens) + keys;
  const start = allocate(size);
  memory.fill(start, 0, phrases + (CHARS << 2) + SIEVE_BYTES);
  asBlock(start).phraseCount = count;
  asBlock(start).phrases = BLOCK_BYTES;
  asBlock(start).symbols = symbols - start;
  asBlock(start).symbolMask = symbolPlaces - 1;
  asBlock(start).ascii = phrases;
  asBlock(start).sieve = phrases + (CHARS << 2);
  openBlock(start);
  let top = start + phrases + (CHARS << 2) + SIEVE_BYTES;
  asAutomaton(automatonAt(STEMS)).nodeCount = 1;
  asAutomaton(automatonAt(NUMBERS)).nodeCount = 1;
  asAutomaton(automatonAt(EDGED)).nodeCount = 1;
  if (tokens > 0) top = layAutomaton(automatonAt(STEMS), tokens, top, edges);
  if (edgedTokens > 0) top = layAutomaton(automatonAt(EDGED), edgedTokens, top, edgedEdges);
  openKeys(top);
  const numberTokens = addPhrases(list, count);
  trim(keysEnd());
  finishAutomaton(automatonAt(STEMS));
  finishAutomaton(automatonAt(EDGED));
  if (numberTokens > 0) addNumbers(list, count, numberTokens, edges);
  moveSymbols();
  asBlock(start).bytes = arenaTop() - start;
  return start;
}

function finishAutomaton(automaton: i32): void {
  linkAutomaton(automaton);
  moveEdges(automaton);
}

/** Folding makes at most half as much again, and a value comes with two bytes before it; no number word is longer than six digits. */
function keyBytesMax(bytes: i32, count: i32): i32 {
  return bytes + (bytes >> 1) + 8 * count + 8;
}

/** Gives back what is behind the keys. */
function trim(end: i32): void {
  release((end + 7) & -8);
}

/** Counts the tokens of all phrases, and writes on the list which phrases have an edge. */
function measure(list: i32, count: i32): void {
  tokens = 0;
  edgedTokens = 0;
  phraseBytes = 0;
  for (let i = 0; i < count; i++) {
    const header = load<i32>(list + (i << 2));
    const end = textData(header) + textBytes(header);
    let own = 0;
    let edged = false;
    for (let at = textData(header); at < end; at = tokenEnd) {
      const separator = isSeparator(readToken(at, end));
      if (separator && (own == 0 || tokenEnd == end)) edged = true;
      own++;
    }
    phraseBytes += textBytes(header);
    if (edged) edgedTokens += own;
    else tokens += own;
    store<i32>(list + (i << 2), header | (own == 0 ? IS_EMPTY : edged ? IS_EDGED : 0));
  }
}

/** Adds all phrases to the automata of stems and edges; returns how many tokens those with numbers have at most. */
function addPhrases(list: i32, count: i32): i32 {
  let numberTokens = 0;
  for (let i = 0; i < count; i++) {
    const marked = load<i32>(list + (i << 2));
    const header = marked & -8;
    asPhrase(phraseAt(i)).text = header;
    if ((marked & IS_EMPTY) != 0) continue;
    if ((marked & IS_EDGED) != 0) {
      link(EDGED, addEdged(textData(header), textBytes(header)), i, 4);
    } else {
      const node = addPhrase(textData(header), textBytes(header), false);
      const symbols = asTrieNode(nodeAt(automatonAt(STEMS), node)).depth;
      link(STEMS, node, i, 4);
      if (!hasNumber) continue;
      store<i32>(list + (i << 2), marked | HAS_NUMBER);
      numberTokens += symbols;
    }
  }
  return numberTokens;
}

/** `edges` is place for as many as the stems could have, which are more. */
function addNumbers(list: i32, count: i32, numberTokens: i32, edges: i32): void {
  const start = allocate(nodesBytes(numberTokens) + keyBytesMax(phraseBytes, numberTokens));
  openKeys(layAutomaton(automatonAt(NUMBERS), numberTokens, start, edges));
  for (let i = 0; i < count; i++) {
    const marked = load<i32>(list + (i << 2));
    if ((marked & HAS_NUMBER) == 0) continue;
    const header = marked & -8;
    link(NUMBERS, addPhrase(textData(header), textBytes(header), true), i, 8);
  }
  trim(keysEnd());
  finishAutomaton(automatonAt(NUMBERS));
}

/** Says that a phrase ends in a node. */
function link(automaton: i32, node: i32, phrase: i32, next: i32): void {
  const at = nodeAt(automatonAt(automaton), node);
  store<i32>(phraseAt(phrase) + next, load<i32>(at, 12));
  store<i32>(at, phrase + 1, 12);
}

/** Sorts a list of texts and drops repetitions; returns how many stay. */
function sortPhrases(list: i32, count: i32): i32 {
  if (count < 2) return count;
  const mark = arenaTop();
  const space = allocate(count << 2);
  const from = mergeSort<TextOrder>(list, space, count, changetype<TextOrder>(0));
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const header = load<i32>(from + (i << 2));
    if (kept > 0 && compareText(load<i32>(list + ((kept - 1) << 2)), header) == 0) continue;
    store<i32>(list + (kept++ << 2), header);
  }
  release(mark);
  return kept;
}

/** Of headers; it needs nothing to compare by. */
@unmanaged
class TextOrder {
  isAfter(a: i32, b: i32): bool {
    return compareText(b, a) < 0;
  }
}
