// Block records: what a block of phrases is made of behind its header (locate/block.ts). Offsets are from the block's start.

@unmanaged
export class Automaton {
  /** Offset of the nodes. */
  nodes: i32;
  nodeCount: i32;
  /** Offset of the edges. */
  edges: i32;
  edgeMask: i32;
  /** Nodes of the longest phrase. */
  longest: i32;
  edgeCount: i32;
}

// @ts-ignore: decorator
@inline
export function asAutomaton(address: i32): Automaton {
  return changetype<Automaton>(address);
}

@unmanaged
export class TrieNode {
  depth: i32;
  /** Node of the longest proper suffix; the parent until nodes are linked. */
  suffix: i32;
  /** Nearest such node that ends a phrase (0: none); the symbol that leads here until nodes are linked. */
  ends: i32;
  /** First phrase + 1 that ends here. */
  phrase: i32;
  /** Of the first child; 0 for none. Most nodes have one child, and what has none is left at a glance. */
  symbol: i32;
  /** That child | OTHERS when there are more. */
  child: i32;
}

// @ts-ignore: decorator
@inline
export function asTrieNode(address: i32): TrieNode {
  return changetype<TrieNode>(address);
}

/** To a child of the root, or one that is not the first of its node. */
@unmanaged
class Edge {
  /** Node + 1; 0 for a free place. */
  node: i32;
  symbol: i32;
  child: i32;
  free: i32;
}

// @ts-ignore: decorator
@inline
export function asEdge(address: i32): Edge {
  return changetype<Edge>(address);
}

@unmanaged
class SymbolRow {
  hash: i32;
  /** Offset of its key, and its bytes. */
  key: i32;
  bytes: i32;
  /** 0 for a free place. */
  symbol: i32;
}

// @ts-ignore: decorator
@inline
export function asSymbol(address: i32): SymbolRow {
  return changetype<SymbolRow>(address);
}
