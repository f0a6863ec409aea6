// Fault help: what stands below a fault that is drawn: how the builtin is called, or why an `assert` did not hold.
// In: a fault with its explanation, its place and the text it is in. Out: a sentence, or null.

import { signatureOf } from '../compiler/arity.ts';
import { builtin, isBuiltin } from '../compiler/builtins.ts';
import type { Fault } from '../compiler/faults.ts';
import type { Place, Source } from '../grammar/span.ts';
import type { Explanation } from '../runtime/explain/explanation.ts';

export function helpOfFault(
  { code, text: said }: Fault,
  explanation: Explanation | null,
  place: Place,
  source: Source,
): string | null {
  // The message is what the script said.
  if (said !== null && explanation !== null) return explanation.sentence;
  if (code !== 'type') return null;
  const text = [...source.of(place.module).line(place.line)].slice(place.column - 1).join('');
  // Of what is written in brackets of these two kinds only patterns fault.
  if (text.startsWith('[')) return 'a vector pattern takes a vector or nil';
  if (text.startsWith('{')) return 'a map pattern takes a map or nil';
  const [, name = ''] = /^\(?([^\s,;()[\]{}"]+)/.exec(text) ?? [];
  if (name.startsWith(':')) return 'a field is read of a map or nil';
  return isBuiltin(name) ? `${signatureOf(name)}: ${builtin(name).doc}` : null;
}
