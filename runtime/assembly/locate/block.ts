// Locate, blocks: phrases made ready to be searched for: the symbols their words have, and an automaton for each of the
// three ways they are looked for (Aho and Corasick, 1975). The reference is runtime/locate/automaton.ts.
//
// A block is one piece of memory that may lie anywhere: all places in it are offsets, but for the addresses of the
// phrases' headers. So the compiler can keep the block of literal phrases among a script's constants.
//
// A LocateBlock (shared/records.ts) begins it, then come an Automaton for stems, one for numbers, one for phrases with an
// edge, and the seed of the hash of symbols. The sieve (512 bytes) has a bit for each hash of the first three letters of a
// stem; the stem of a word begins as the word does.

import { Automaton, TrieNode, asAutomaton, asEdge, asSymbol, asTrieNode } from './block-records';
import { hashKey, seed, setSeed } from './hash';
import { allocate, arenaTop, release } from '../run/memory';
import { equalBytes } from '../text/text';
import { LocateBlock, asBlock } from '../shared/records';

export const STEMS: i32 = 0;
export const NUMBERS: i32 = 1;
export const EDGED: i32 = 2;

export const BLOCK_BYTES: i32 = 112;
export const PHRASE_BITS: i32 = 4;
export const SYMBOL_BITS: i32 = 4;
const EDGE_BITS: i32 = 4;

const NODE_BYTES: i32 = offsetof<TrieNode>() as i32;
const OTHERS: i32 = 0x80000000;
const AUTOMATA: i32 = offsetof<LocateBlock>() as i32;
const AUTOMATON_BYTES: i32 = offsetof<Automaton>() as i32;
const SEED: i32 = AUTOMATA + 3 * AUTOMATON_BYTES;

/**
 * Places that are looked at for a symbol: with a third of them taken, keys that were not made for it need half as many. Where
 * a key needs more, all are kept by another hash. Keys can be made that share places by one hash, or by two; by all of
 * these at once nobody can find them.
 */
const PROBES_MAX: i32 = 64;
const SEED_MAX: i32 = 7;

/** No phrase has this symbol. */
export const NO_SYMBOL: i32 = 0;
export const ROOT: i32 = 0;

/** The open block. */
let block: i32 = 0;
let symbolsAt: i32 = 0;
let symbolsMask: i32 = 0;
/** The last place looked for was too far from where its hash says. */
let isCrowded: bool = false;
/** Where the next key is kept while the block is made. */
let keysTop: i32 = 0;

export function openBlock(address: i32): void {
  block = address;
  symbolsAt = address + asBlock(address).symbols;
  symbolsMask = asBlock(address).symbolMask;
  setSeed(load<i32>(address + SEED));
}

/** Address of the phrase with a number. */
// @ts-ignore: decorator
@inline
export function phraseAt(phrase: i32): i32 {
  return block + asBlock(block).phrases + (phrase << PHRASE_BITS);
}

// @ts-ignore: decorator
@inline
export function automatonAt(automaton: i32): i32 {
  return block + AUTOMATA + automaton * AUTOMATON_BYTES;
}

/** False in an artifact of which no block has such phrases, and which then has no code for them (compiler/emit/link.ts). */
export let findsNumbers: bool = true;
export let findsEdges: bool = true;

/** Whether an automaton of the open block finds nothing. */
// @ts-ignore: decorator
@inline
export function isEmptyAutomaton(automaton: i32): bool {
  return asAutomaton(automatonAt(automaton)).nodeCount <= 1;
}

// @ts-ignore: decorator
@inline
export function longestOf(automaton: i32): i32 {
  return asAutomaton(automatonAt(automaton)).longest;
}

/** Symbol of an ASCII character, which is found without its key. */
// @ts-ignore: decorator
@inline
export function charSymbol(character: i32): i32 {
  return load<i32>(block + asBlock(block).ascii + (character << 2));
}

export const SIEVE_BYTES: i32 = 512;
const SIEVE_BITS: i32 = 12;

/** Whether a stem that is a symbol may come of a word, by its first three letters, folded; what follows them is looked away from. */
// @ts-ignore: decorator
@inline
export function mayBeStem(letters: i32): bool {
  const bit = sieveBit(letters);
  return ((load<u8>(block + asBlock(block).sieve + (bit >> 3)) >> (bit & 7)) & 1) != 0;
}

/** A stem may have an i where its word had a y. */
// @ts-ignore: decorator
@inline
function sieveBit(letters: i32): i32 {
  // The lowest five bits of letters, of which y's and i's differ in the highest alone.
  const low = letters & 0x1f1f1f;
  const first = low & 31;
  const second = low >> 8 & 31;
  const third = low >> 16 & 31;
  const code = (withoutY(first) * 32 + withoutY(second)) * 32 + withoutY(third);
  return (code * -1640531535) >>> (32 - SIEVE_BITS);
}

// @ts-ignore: decorator
@inline
function withoutY(letter: i32): i32 {
  return letter == 25 ? 9 : letter;
}

/** Sets the sieve bits of words that may have the stem `key`. A stem of two letters, or of three of which stemming added the last, matches more words. */
function addToSieve(key: i32, bytes: i32): void {
  const sieve = block + asBlock(block).sieve;
  const letters = load<u32>(key) as i32;
  for (let second = 1; second <= 26; second++) {
    const from = bytes == 1 ? letters & 0xff | second << 8 : letters & 0xffff;
    if (bytes > 3) {
      setBit(sieve, sieveBit(letters));
      return;
    }
    for (let third = 1; third <= 26; third++) setBit(sieve, sieveBit(from | third << 16));
    if (bytes > 1) return;
  }
}

function setBit(sieve: i32, bit: i32): void {
  const at = sieve + (bit >> 3);
  store<u8>(at, (load<u8>(at) as i32) | (1 << (bit & 7)));
}

/** Smallest power of two that leaves a third of the places free. */
export function placesFor(count: i32): i32 {
  let places = 4;
  while (places * 2 < count * 3) places <<= 1;
  return places;
}

/** Makes place for keys at `address` on. */
export function openKeys(address: i32): void {
  keysTop = address;
}

export function keysEnd(): i32 {
  return keysTop;
}

/** The symbol of a key, or NO_SYMBOL. */
export function findSymbol(key: i32, bytes: i32): i32 {
  return asSymbol(symbolPlace(key, bytes, hashKey(key, bytes))).symbol;
}

/** The symbol of a key, which is kept from now on. */
export function internSymbol(key: i32, bytes: i32): i32 {
  let hash = hashKey(key, bytes);
  let place = symbolPlace(key, bytes, hash);
  if (asSymbol(place).symbol != NO_SYMBOL) return asSymbol(place).symbol;
  if (isCrowded && seed < SEED_MAX) {
    reseed();
    hash = hashKey(key, bytes);
    place = symbolPlace(key, bytes, hash);
  }
  const symbol = asBlock(block).symbolCount + 1;
  asBlock(block).symbolCount = symbol;
  memory.copy(keysTop, key, bytes);
  asSymbol(place).hash = hash;
  asSymbol(place).key = keysTop - block;
  asSymbol(place).bytes = bytes;
  asSymbol(place).symbol = symbol;
  keysTop += bytes;
  const character = load<u8>(key) as i32;
  if (bytes == 1 && character < 0x80) store<i32>(block + asBlock(block).ascii + (character << 2), symbol);
  if (character >= 0x61 && character <= 0x7a) addToSieve(key, bytes);
  return symbol;
}

function symbolPlace(key: i32, bytes: i32, hash: i32): i32 {
  let place = hash & symbolsMask;
  let probes = 0;
  while (true) {
    const at = symbolsAt + (place << SYMBOL_BITS);
    if (asSymbol(at).symbol == NO_SYMBOL || (asSymbol(at).hash == hash && asSymbol(at).bytes == bytes && equalBytes(block + asSymbol(at).key, key, bytes))) {
      isCrowded = probes > PROBES_MAX;
      return at;
    }
    probes++;
    place = (place + 1) & symbolsMask;
  }
}

/** Keeps the symbols by another hash, where they are. */
function reseed(): void {
  const bytes = (symbolsMask + 1) << SYMBOL_BITS;
  const copy = allocate(bytes);
  memory.copy(copy, symbolsAt, bytes);
  setSeed(seed + 1);
  placeSymbols(copy, copy + bytes);
  release(copy);
}

/** Moves the symbols to the arena's top, in three times as many places as there are symbols at least. */
export function moveSymbols(): void {
  const from = symbolsAt;
  const end = from + ((symbolsMask + 1) << SYMBOL_BITS);
  const places = placesFor(2 * asBlock(block).symbolCount + 1);
  symbolsAt = allocate(places << SYMBOL_BITS);
  symbolsMask = places - 1;
  asBlock(block).symbols = symbolsAt - block;
  asBlock(block).symbolMask = symbolsMask;
  placeSymbols(from, end);
}

/** Fills the places anew with the symbols of others, by the next hash that keeps them near enough. */
function placeSymbols(from: i32, end: i32): void {
  while (true) {
    let crowded = false;
    memory.fill(symbolsAt, 0, (symbolsMask + 1) << SYMBOL_BITS);
    for (let at = from; at < end && !crowded; at += 1 << SYMBOL_BITS) {
      if (asSymbol(at).symbol == NO_SYMBOL) continue;
      const key = block + asSymbol(at).key;
      const bytes = asSymbol(at).bytes;
      const hash = hashKey(key, bytes);
      const to = symbolPlace(key, bytes, hash);
      crowded = isCrowded && seed < SEED_MAX;
      memory.copy(to, at, 1 << SYMBOL_BITS);
      asSymbol(to).hash = hash;
    }
    if (!crowded) break;
    setSeed(seed + 1);
  }
  store<i32>(block + SEED, seed);
}

// @ts-ignore: decorator
@inline
function edgePlace(automaton: i32, node: i32, symbol: i32): i32 {
  const edges = block + asAutomaton(automaton).edges;
  const mask = asAutomaton(automaton).edgeMask;
  const hash = node * -1640531535 + symbol * -2048144789;
  let place = (hash ^ (hash >>> 15)) & mask;
  while (true) {
    const at = edges + (place << EDGE_BITS);
    const found = asEdge(at).node;
    if (found == 0 || (found == node + 1 && asEdge(at).symbol == symbol)) return at;
    place = (place + 1) & mask;
  }
}

// @ts-ignore: decorator
@inline
export function nodeAt(automaton: i32, node: i32): i32 {
  return block + asAutomaton(automaton).nodes + node * NODE_BYTES;
}

/** The child of the root by a symbol; ROOT when there is none. `automaton` is an address, and not empty. */
export function rootChild(automaton: i32, symbol: i32): i32 {
  // A free place has child 0, which is the root.
  return symbol == NO_SYMBOL ? ROOT : asEdge(edgePlace(automaton, ROOT, symbol)).child;
}

/** The node of the longest suffix of what was read that starts a phrase; `fromRoot` is the root's child by the same symbol. */
// @ts-ignore: decorator
@inline
export function step(automaton: i32, from: i32, symbol: i32, fromRoot: i32): i32 {
  if (symbol == NO_SYMBOL) return ROOT;
  for (let node = from; node != ROOT;) {
    const at = nodeAt(automaton, node);
    if (asTrieNode(at).symbol == symbol) return asTrieNode(at).child & ~OTHERS;
    if (asTrieNode(at).child < 0) {
      const child = asEdge(edgePlace(automaton, node, symbol)).child;
      if (child != 0) return child;
    }
    node = asTrieNode(at).suffix;
  }
  return fromRoot;
}

/** The child of a node, made when there is none. */
export function child(automaton: i32, node: i32, symbol: i32): i32 {
  const parent = nodeAt(automaton, node);
  const first = asTrieNode(parent).symbol;
  if (first == symbol) return asTrieNode(parent).child & ~OTHERS;
  const made = asAutomaton(automaton).nodeCount;
  if (node != ROOT && first == NO_SYMBOL) {
    asTrieNode(parent).symbol = symbol;
    asTrieNode(parent).child = made;
  } else {
    const edge = edgePlace(automaton, node, symbol);
    if (asEdge(edge).node != 0) return asEdge(edge).child;
    asTrieNode(parent).child = asTrieNode(parent).child | OTHERS;
    asEdge(edge).node = node + 1;
    asEdge(edge).symbol = symbol;
    asEdge(edge).child = made;
    asAutomaton(automaton).edgeCount = asAutomaton(automaton).edgeCount + 1;
  }
  asAutomaton(automaton).nodeCount = made + 1;
  const at = nodeAt(automaton, made);
  const depth = asTrieNode(parent).depth + 1;
  asTrieNode(at).depth = depth;
  asTrieNode(at).suffix = node;
  asTrieNode(at).ends = symbol;
  if (depth > asAutomaton(automaton).longest) asAutomaton(automaton).longest = depth;
  return made;
}

/**
 * Lays out an empty automaton with place for `symbols` more nodes at `address`; returns the address after it. Its edges
 * are kept at `edges`, of `edgesBytes(symbols)`, until they are moved. All of it is cleared.
 */
export function layAutomaton(automaton: i32, symbols: i32, address: i32, edges: i32): i32 {
  const end = address + nodesBytes(symbols);
  memory.fill(address, 0, end - address);
  memory.fill(edges, 0, edgesBytes(symbols));
  asAutomaton(automaton).nodes = address - block;
  asAutomaton(automaton).nodeCount = 1;
  asAutomaton(automaton).edges = edges - block;
  asAutomaton(automaton).edgeMask = placesFor(symbols) - 1;
  asAutomaton(automaton).longest = 0;
  asAutomaton(automaton).edgeCount = 0;
  return end;
}

export function nodesBytes(symbols: i32): i32 {
  return (symbols + 1) * NODE_BYTES;
}

export function edgesBytes(symbols: i32): i32 {
  return placesFor(symbols) << EDGE_BITS;
}

/** Moves the edges to the arena's top, in no more places than they need. */
export function moveEdges(automaton: i32): void {
  if (asAutomaton(automaton).nodeCount <= 1) return;
  const from = block + asAutomaton(automaton).edges;
  const end = from + ((asAutomaton(automaton).edgeMask + 1) << EDGE_BITS);
  const count = asAutomaton(automaton).edgeCount;
  const edges = allocate(edgesBytes(count));
  memory.fill(edges, 0, edgesBytes(count));
  asAutomaton(automaton).edges = edges - block;
  asAutomaton(automaton).edgeMask = placesFor(count) - 1;
  for (let at = from; at < end; at += 1 << EDGE_BITS) {
    if (asEdge(at).node == 0) continue;
    const to = edgePlace(automaton, asEdge(at).node - 1, asEdge(at).symbol);
    memory.copy(to, at, 1 << EDGE_BITS);
  }
}

/** Finds the suffix of every node, shorter nodes first, because a link leads to a shorter one. */
export function linkAutomaton(automaton: i32): void {
  const nodes = asAutomaton(automaton).nodeCount;
  if (nodes <= 1) return;
  const depths = asAutomaton(automaton).longest + 2;
  const mark = arenaTop();
  // Where the nodes of a depth start in their order.
  const starts = allocate(depths << 2);
  const order = allocate(nodes << 2);
  memory.fill(starts, 0, depths << 2);
  for (let node = 1; node < nodes; node++) addAt(starts + ((asTrieNode(nodeAt(automaton, node)).depth + 1) << 2), 1);
  for (let depth = 1; depth < depths; depth++) addAt(starts + (depth << 2), load<i32>(starts + (depth << 2) - 4));
  for (let node = 1; node < nodes; node++) {
    const slot = starts + (asTrieNode(nodeAt(automaton, node)).depth << 2);
    store<i32>(order + (load<i32>(slot) << 2), node);
    addAt(slot, 1);
  }
  for (let i = 0; i < nodes - 1; i++) {
    const at = nodeAt(automaton, load<i32>(order + (i << 2)));
    const parent = asTrieNode(at).suffix;
    const symbol = asTrieNode(at).ends;
    const fail = parent == ROOT ? ROOT : step(automaton, asTrieNode(nodeAt(automaton, parent)).suffix, symbol, rootChild(automaton, symbol));
    const suffix = nodeAt(automaton, fail);
    asTrieNode(at).suffix = fail;
    asTrieNode(at).ends = asTrieNode(suffix).phrase != 0 ? fail : asTrieNode(suffix).ends;
  }
  release(mark);
}

// @ts-ignore: decorator
@inline
function addAt(address: i32, value: i32): void {
  store<i32>(address, load<i32>(address) + value);
}
