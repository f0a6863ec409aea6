// Locate, blocks: phrases made ready to be searched for: the symbols their words have, and an automaton for each of the
// three ways they are looked for (Aho and Corasick, 1975). The reference is runtime/interpret/automaton.ts.
//
// A block is one piece of memory that may lie anywhere: all places in it are offsets, but for the addresses of the
// phrases' headers. So the compiler can keep the block of literal phrases among a script's constants.
//
// Header (112 bytes): u32 bytes, u32 phrases, u32 offset of them, u32 offset of symbols, u32 mask of symbols, u32 symbols,
// u32 offset of ASCII symbols, u32 offset of the sieve, then an automaton of 24 bytes for stems, one for numbers, one for phrases with
// an edge: u32 offset of nodes, u32 nodes, u32 offset of edges, u32 mask of edges, u32 longest phrase, u32 edges; then the
// seed of the hash of symbols, u32 0.
// Phrase (16 bytes): u32 header of its text, u32 next phrase + 1 at the same node, u32 the same of numbers, u32 free.
// Symbol (16 bytes): u32 hash, u32 offset of its key, u32 bytes of it, u32 symbol (0: free place).
// Sieve (512 bytes): a bit for each hash of the first three letters of a stem; the stem of a word begins as the word does.
// Node (24 bytes): u32 depth, u32 node of the longest proper suffix, u32 nearest such node that ends a phrase (0: none),
// u32 first phrase + 1 that ends here, u32 symbol of the first child (0: none), u32 that child, its highest bit set when
// there are others. Until they are linked: depth, parent, symbol, phrase and so on.
// Edge (16 bytes): u32 node + 1 (0: free place), u32 symbol, u32 child, u32 free. Children of the root, and all but the
// first of other nodes: most nodes have one child, and what has none is left at a glance.

import { hashKey, seed, setSeed } from './locate-hash';
import { allocate, arenaTop, release } from './memory';
import { equalBytes } from './text';

export const STEMS: i32 = 0;
export const NUMBERS: i32 = 1;
export const EDGED: i32 = 2;

export const BLOCK_BYTES: i32 = 112;
export const PHRASE_BITS: i32 = 4;
export const SYMBOL_BITS: i32 = 4;
export const EDGE_BITS: i32 = 4;
const NODE_BYTES: i32 = 24;
const OTHERS: i32 = 0x80000000;
const AUTOMATA: i32 = 32;
const AUTOMATON_BYTES: i32 = 24;
const SEED: i32 = 104;

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
export let block: i32 = 0;
let symbolsAt: i32 = 0;
let symbolsMask: i32 = 0;
/** The last place looked for was too far from where its hash says. */
let isCrowded: bool = false;
/** Where the next key is kept while the block is made. */
let keysTop: i32 = 0;

export function openBlock(address: i32): void {
  block = address;
  symbolsAt = address + load<i32>(address, 12);
  symbolsMask = load<i32>(address, 16);
  setSeed(load<i32>(address, SEED));
}

/** Address of the phrase with a number. */
// @ts-ignore: decorator
@inline
export function phraseAt(phrase: i32): i32 {
  return block + load<i32>(block, 8) + (phrase << PHRASE_BITS);
}

// @ts-ignore: decorator
@inline
export function automatonAt(automaton: i32): i32 {
  return block + AUTOMATA + automaton * AUTOMATON_BYTES;
}

/** Whether an automaton of the open block finds nothing. */
// @ts-ignore: decorator
@inline
export function isEmptyAutomaton(automaton: i32): bool {
  return load<i32>(automatonAt(automaton), 4) <= 1;
}

// @ts-ignore: decorator
@inline
export function longestOf(automaton: i32): i32 {
  return load<i32>(automatonAt(automaton), 16);
}

/** Symbol of an ASCII character, which is found without its key. */
// @ts-ignore: decorator
@inline
export function charSymbol(character: i32): i32 {
  return load<i32>(block + load<i32>(block, 24) + (character << 2));
}

export const SIEVE_BYTES: i32 = 512;
const SIEVE_BITS: i32 = 12;

/** Whether a stem that is a symbol may come of a word, by its first three letters, folded; what follows them is looked away from. */
// @ts-ignore: decorator
@inline
export function mayBeStem(letters: i32): bool {
  const bit = sieveBit(letters);
  return ((load<u8>(block + load<i32>(block, 28) + (bit >> 3)) >> (bit & 7)) & 1) != 0;
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

/** Lets words through that may have the stem `key`. Two letters, or three of which the last was put there, say less. */
function addToSieve(key: i32, bytes: i32): void {
  const sieve = block + load<i32>(block, 28);
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
  return load<i32>(symbolPlace(key, bytes, hashKey(key, bytes)), 12);
}

/** The symbol of a key, which is kept from now on. */
export function internSymbol(key: i32, bytes: i32): i32 {
  let hash = hashKey(key, bytes);
  let place = symbolPlace(key, bytes, hash);
  if (load<i32>(place, 12) != NO_SYMBOL) return load<i32>(place, 12);
  if (isCrowded && seed < SEED_MAX) {
    reseed();
    hash = hashKey(key, bytes);
    place = symbolPlace(key, bytes, hash);
  }
  const symbol = load<i32>(block, 20) + 1;
  store<i32>(block, symbol, 20);
  memory.copy(keysTop, key, bytes);
  store<i32>(place, hash);
  store<i32>(place, keysTop - block, 4);
  store<i32>(place, bytes, 8);
  store<i32>(place, symbol, 12);
  keysTop += bytes;
  const character = load<u8>(key) as i32;
  if (bytes == 1 && character < 0x80) store<i32>(block + load<i32>(block, 24) + (character << 2), symbol);
  if (character >= 0x61 && character <= 0x7a) addToSieve(key, bytes);
  return symbol;
}

function symbolPlace(key: i32, bytes: i32, hash: i32): i32 {
  let place = hash & symbolsMask;
  let probes = 0;
  while (true) {
    const at = symbolsAt + (place << SYMBOL_BITS);
    if (load<i32>(at, 12) == NO_SYMBOL || (load<i32>(at) == hash && load<i32>(at, 8) == bytes && equalBytes(block + load<i32>(at, 4), key, bytes))) {
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
  const places = placesFor(2 * load<i32>(block, 20) + 1);
  symbolsAt = allocate(places << SYMBOL_BITS);
  symbolsMask = places - 1;
  store<i32>(block, symbolsAt - block, 12);
  store<i32>(block, symbolsMask, 16);
  placeSymbols(from, end);
}

/** Fills the places anew with the symbols of others, by the next hash that keeps them near enough. */
function placeSymbols(from: i32, end: i32): void {
  while (true) {
    let crowded = false;
    memory.fill(symbolsAt, 0, (symbolsMask + 1) << SYMBOL_BITS);
    for (let at = from; at < end && !crowded; at += 1 << SYMBOL_BITS) {
      if (load<i32>(at, 12) == NO_SYMBOL) continue;
      const key = block + load<i32>(at, 4);
      const bytes = load<i32>(at, 8);
      const hash = hashKey(key, bytes);
      const to = symbolPlace(key, bytes, hash);
      crowded = isCrowded && seed < SEED_MAX;
      memory.copy(to, at, 1 << SYMBOL_BITS);
      store<i32>(to, hash);
    }
    if (!crowded) break;
    setSeed(seed + 1);
  }
  store<i32>(block, seed, SEED);
}

// @ts-ignore: decorator
@inline
function edgePlace(automaton: i32, node: i32, symbol: i32): i32 {
  const edges = block + load<i32>(automaton, 8);
  const mask = load<i32>(automaton, 12);
  const hash = node * -1640531535 + symbol * -2048144789;
  let place = (hash ^ (hash >>> 15)) & mask;
  while (true) {
    const at = edges + (place << EDGE_BITS);
    const found = load<i32>(at);
    if (found == 0 || (found == node + 1 && load<i32>(at, 4) == symbol)) return at;
    place = (place + 1) & mask;
  }
}

// @ts-ignore: decorator
@inline
export function nodeAt(automaton: i32, node: i32): i32 {
  return block + load<i32>(automaton) + node * NODE_BYTES;
}

/** The child of the root by a symbol; ROOT when there is none. `automaton` is an address, and not empty. */
export function rootChild(automaton: i32, symbol: i32): i32 {
  // A place that is free has no child either.
  return symbol == NO_SYMBOL ? ROOT : load<i32>(edgePlace(automaton, ROOT, symbol), 8);
}

/** The node of the longest suffix of what was read that starts a phrase; `fromRoot` is the root's child by the same symbol. */
// @ts-ignore: decorator
@inline
export function step(automaton: i32, from: i32, symbol: i32, fromRoot: i32): i32 {
  if (symbol == NO_SYMBOL) return ROOT;
  for (let node = from; node != ROOT;) {
    const at = nodeAt(automaton, node);
    if (load<i32>(at, 16) == symbol) return load<i32>(at, 20) & ~OTHERS;
    if (load<i32>(at, 20) < 0) {
      const child = load<i32>(edgePlace(automaton, node, symbol), 8);
      if (child != 0) return child;
    }
    node = load<i32>(at, 4);
  }
  return fromRoot;
}

/** The child of a node, made when there is none. */
export function child(automaton: i32, node: i32, symbol: i32): i32 {
  const parent = nodeAt(automaton, node);
  const first = load<i32>(parent, 16);
  if (first == symbol) return load<i32>(parent, 20) & ~OTHERS;
  const made = load<i32>(automaton, 4);
  if (node != ROOT && first == NO_SYMBOL) {
    store<i32>(parent, symbol, 16);
    store<i32>(parent, made, 20);
  } else {
    const edge = edgePlace(automaton, node, symbol);
    if (load<i32>(edge) != 0) return load<i32>(edge, 8);
    store<i32>(parent, load<i32>(parent, 20) | OTHERS, 20);
    store<i32>(edge, node + 1);
    store<i32>(edge, symbol, 4);
    store<i32>(edge, made, 8);
    store<i32>(automaton, load<i32>(automaton, 20) + 1, 20);
  }
  store<i32>(automaton, made + 1, 4);
  const at = nodeAt(automaton, made);
  const depth = load<i32>(parent) + 1;
  store<i32>(at, depth);
  store<i32>(at, node, 4);
  store<i32>(at, symbol, 8);
  if (depth > load<i32>(automaton, 16)) store<i32>(automaton, depth, 16);
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
  store<i32>(automaton, address - block);
  store<i32>(automaton, 1, 4);
  store<i32>(automaton, edges - block, 8);
  store<i32>(automaton, placesFor(symbols) - 1, 12);
  store<i32>(automaton, 0, 16);
  store<i32>(automaton, 0, 20);
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
  if (load<i32>(automaton, 4) <= 1) return;
  const from = block + load<i32>(automaton, 8);
  const end = from + ((load<i32>(automaton, 12) + 1) << EDGE_BITS);
  const count = load<i32>(automaton, 20);
  const edges = allocate(edgesBytes(count));
  memory.fill(edges, 0, edgesBytes(count));
  store<i32>(automaton, edges - block, 8);
  store<i32>(automaton, placesFor(count) - 1, 12);
  for (let at = from; at < end; at += 1 << EDGE_BITS) {
    if (load<i32>(at) == 0) continue;
    const to = edgePlace(automaton, load<i32>(at) - 1, load<i32>(at, 4));
    memory.copy(to, at, 1 << EDGE_BITS);
  }
}

/** Finds the suffix of every node, shorter nodes first, because a link leads to a shorter one. */
export function linkAutomaton(automaton: i32): void {
  const nodes = load<i32>(automaton, 4);
  if (nodes <= 1) return;
  const depths = load<i32>(automaton, 16) + 2;
  const mark = arenaTop();
  // Where the nodes of a depth start in their order.
  const starts = allocate(depths << 2);
  const order = allocate(nodes << 2);
  memory.fill(starts, 0, depths << 2);
  for (let node = 1; node < nodes; node++) addAt(starts + ((load<i32>(nodeAt(automaton, node)) + 1) << 2), 1);
  for (let depth = 1; depth < depths; depth++) addAt(starts + (depth << 2), load<i32>(starts + (depth << 2) - 4));
  for (let node = 1; node < nodes; node++) {
    const slot = starts + (load<i32>(nodeAt(automaton, node)) << 2);
    store<i32>(order + (load<i32>(slot) << 2), node);
    addAt(slot, 1);
  }
  for (let i = 0; i < nodes - 1; i++) {
    const at = nodeAt(automaton, load<i32>(order + (i << 2)));
    const parent = load<i32>(at, 4);
    const symbol = load<i32>(at, 8);
    const fail = parent == ROOT ? ROOT : step(automaton, load<i32>(nodeAt(automaton, parent), 4), symbol, rootChild(automaton, symbol));
    const suffix = nodeAt(automaton, fail);
    store<i32>(at, fail, 4);
    store<i32>(at, load<i32>(suffix, 12) != 0 ? fail : load<i32>(suffix, 8), 8);
  }
  release(mark);
}

// @ts-ignore: decorator
@inline
function addAt(address: i32, value: i32): void {
  store<i32>(address, load<i32>(address) + value);
}
