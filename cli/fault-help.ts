// Fault help: what would have been right where a value of the wrong type was met.
// In: a fault's code, its place and the text it is in. Out: a sentence, or null.

import { signatureOf } from '../compiler/arity.ts';
import { builtin, isBuiltin } from '../compiler/builtins.ts';
import type { Place, Source } from '../grammar/span.ts';

export function helpOfFault(code: string, place: Place, source: Source): string | null {
  if (code !== 'type') return null;
  const text = [...source.line(place.line)].slice(place.column - 1).join('');
  // Of what is written in brackets of these two kinds only patterns fault.
  if (text.startsWith('[')) return 'a vector pattern takes a vector or nil';
  if (text.startsWith('{')) return 'a map pattern takes a map or nil';
  const [, name = ''] = /^\(?([^\s,;()[\]{}"]+)/.exec(text) ?? [];
  if (name.startsWith(':')) return 'a field is read of a map or nil';
  return isBuiltin(name) ? `${signatureOf(name)}: ${builtin(name).doc}` : null;
}
