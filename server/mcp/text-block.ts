// Text blocks: the content of a result that is text.

import type { Json } from '../../grammar/json.ts';

export function textBlock(text: string): Json {
  return new Map<string, Json>([
    ['type', 'text'],
    ['text', text],
  ]);
}

/** Its text; null where it is another kind of content. */
export function textOf(block: Json): string | null {
  const text = block instanceof Map && block.get('type') === 'text' ? block.get('text') : undefined;
  return typeof text === 'string' ? text : null;
}
