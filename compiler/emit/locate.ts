// Locating literal phrases: they are made ready while the script is compiled, so that no run pays for it. The runtime
// itself makes the block (runtime/prepare.ts), which then stands among the script's constants; what it means, and what
// the steps are, is the same as for phrases that come at a run.

import { textSize } from '../steps.ts';
import type { Core } from '../core.ts';
import { emitValue } from './expression.ts';
import type { Code, FunctionEmitter } from './function.ts';
import { literalSteps } from './literal.ts';

type BuiltinCore = Extract<Core, { kind: 'builtin' }>;

/** The entry of the runtime that takes prepared phrases instead of phrases. */
const PREPARED: { readonly [name: string]: string } = { locate: 'locateIn', 'located?': 'isLocatedIn', 'locate-all': 'locateAllIn' };

/**
 * A block takes ten to twenty bytes for each byte of phrases, and is copied when a run begins: for 20,000 phrases half a
 * millisecond, where making it anew takes some twenty. Beyond this modules would become larger than hosts like to keep.
 */
export const PREPARED_BYTES_MAX = 1024 * 1024;

/** The application, walked and ready; null when its phrases are not literals. Only its own node was counted before. */
export function emitLocate(f: FunctionEmitter, core: BuiltinCore): Code | null {
  const entry = PREPARED[core.name];
  if (entry === undefined) return null;
  const [target, phrases] = core.args as [Core, Core];
  const meant = phrases.kind === 'global' ? f.context.globalValue(phrases.index) : phrases;
  const literals = literalPhrases(meant, core.name === 'locate-all');
  if (literals === null || literals.bytes > PREPARED_BYTES_MAX) return null;
  const value = emitValue(f, target);
  // The phrases are not evaluated, only counted.
  const open = f.charger.count(phrases.kind === 'global' ? 1 : literalSteps(phrases)!);
  const charge = open === null ? [] : [f.charged(open, () => f.module.nop(), 'none')];
  const block = f.context.pool.phrases(literals.texts);
  const local = f.temp();
  const site = f.site(core.node);
  f.charger.cut();
  return () =>
    f.block([
      f.set(local, value()),
      ...charge.map((build) => build()),
      f.call(entry, [f.get(local), f.i32(block), f.i64(BigInt(literals.price)), site()]),
    ], 'i64');
}

interface Literals {
  readonly texts: readonly string[];
  readonly bytes: number;
  /** What the phrases add to the surcharge. */
  readonly price: number;
}

function literalPhrases(core: Core, many: boolean): Literals | null {
  const items = core.kind === 'vector' && many ? core.items : [core];
  const texts = items.map((item) => (item.kind === 'literal' && item.value.kind === 'string' ? item.value.value : null));
  if (!texts.every((text) => text !== null)) return null;
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const bytes = lengths.reduce((sum, length) => sum + length, 0);
  const size = core.kind === 'vector' ? lengths.reduce((sum, length) => sum + textSize(length), 1) : 0;
  return { texts, bytes, price: bytes + size };
}
