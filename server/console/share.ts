// Share: a view's content as the fragment of a link, which no server sees.
// In: plain data. Out: `#view=TEXT`, deflated and in base64url; and the way back.

async function fragmentOf(view: string, data: unknown): Promise<string> {
  const packed = await through(new TextEncoder().encode(JSON.stringify(data)), new CompressionStream('deflate-raw'));
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''));
  return `#${view}=${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** What a fragment names, and what it carries: null where it carries nothing, or what nobody packed. */
export async function readFragment(fragment: string): Promise<{ readonly view: string; readonly data: unknown }> {
  const [view = '', text] = fragment.replace(/^#/, '').split('=');
  if (text === undefined) return { view, data: null };
  try {
    const packed = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    const bytes = await through(packed, new DecompressionStream('deflate-raw'));
    return { view, data: JSON.parse(new TextDecoder().decode(bytes)) };
  } catch {
    return { view, data: null };
  }
}

/** The texts of these names that a link carries; null where one of them is no text. */
export function sharedTexts<Name extends string>(
  data: unknown,
  ...names: readonly Name[]
): Record<Name, string> | null {
  if (typeof data !== 'object' || data === null) return null;
  const texts = data as Record<Name, unknown>;
  return names.every((name) => typeof texts[name] === 'string') ? (texts as Record<Name, string>) : null;
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Puts the link into the address bar and, where the browser lets us, on the clipboard; says what was done. */
export async function share(view: string, data: unknown): Promise<string> {
  history.replaceState(null, '', await fragmentOf(view, data));
  try {
    await navigator.clipboard.writeText(location.href);
    return 'The link is on the clipboard and in the address bar.';
  } catch {
    return 'The link is in the address bar.';
  }
}
