// Locating literal phrases: they are made ready while the script is compiled, so that no run pays for it. The runtime
// itself makes the block (runtime/prepare.ts), which then stands among the script's constants; what it means is the same
// as for phrases that come at a run, which cost the making of the block as well.

import type { Core } from '../core.ts';
import { type LiteralPhrases, literalPhrases } from '../phrases.ts';
import { textSize } from '../steps.ts';
import type { Expression } from './builder.ts';
import type { Code } from './context.ts';
import type { FunctionEmitter } from './function.ts';
import { literalSteps } from './literal.ts';

type BuiltinCore = Extract<Core, { kind: 'builtin' }>;

/** The entry of the runtime that takes prepared phrases instead of phrases. */
const PREPARED: { readonly [name: string]: string } = {
  locate: 'locateIn',
  'located?': 'isLocatedIn',
  'locate-all': 'locateAllIn',
};

/** The application, walked and ready; null when its phrases are not literals. Only its own node was counted before. */
export function emitLocate(f: FunctionEmitter, core: BuiltinCore): Code | null {
  const entry = PREPARED[core.name];
  if (entry === undefined) return null;
  const [target, phrases, words] = core.args as [Core, Core, Core?];
  const literals = literalPhrases(core, f.context.globalValue);
  if (literals === null) return null;
  const value = f.value(target);
  // The phrases are not evaluated, only counted.
  const open = f.charger.count(phrases.kind === 'global' ? 1 : literalSteps(phrases)!);
  const charge = open === null ? [] : [f.charged(open, () => f.module.nop(), 'none')];
  const block = f.context.pool.phrases(literals.texts);
  const local = f.temp();
  const spelled = words === undefined ? null : f.value(words);
  const site = f.payingSite(core.node);
  // Only `locate-all` takes words.
  const more = (): Expression[] => (entry !== PREPARED['locate-all'] ? [] : [spelled?.() ?? f.absent()]);
  return () =>
    f.block(
      [
        f.set(local, value()),
        ...charge.map((build) => build()),
        f.call(entry, [f.get(local), f.i32(block), f.i64(BigInt(priceOf(literals))), ...more(), site()]),
      ],
      'i64',
    );
}

/** What literal phrases add to the surcharge: their bytes, and the size of the vector they stand in. */
function priceOf({ texts, listed }: LiteralPhrases): number {
  const lengths = texts.map((phrase) => Buffer.byteLength(phrase));
  return lengths.reduce((sum, bytes) => sum + bytes + (listed ? textSize(bytes) : 0), listed ? 1 : 0);
}
