// Marks: a text with the places that speak in it.
// In: a text and places of it in UTF-8 bytes, as the service tells them. Out: the text with each place highlighted where it stands,
// with its method. Places may lie inside each other: the text is cut at every border.

export interface Mark {
  readonly start: number;
  readonly end: number;
  /** What it is told to be, after the text itself. */
  readonly label: string;
  /** Picks one of the colours. */
  readonly tone: number;
}

const TONES = 6;

export function Marked({ text, marks }: { readonly text: string; readonly marks: readonly Mark[] }) {
  const bytes = new TextEncoder().encode(text);
  const borders = [...new Set([0, bytes.length, ...marks.flatMap(({ start, end }) => [start, end])])]
    .filter((border) => border <= bytes.length)
    .sort((a, b) => a - b);
  const cut = (from: number, to: number): string => new TextDecoder().decode(bytes.subarray(from, to));
  return (
    <span class="marked">
      {borders.slice(0, -1).map((from, at) => {
        const to = borders[at + 1] as number;
        const covering = marks.filter(({ start, end }) => start <= from && to <= end);
        const [first] = covering;
        if (first === undefined) return <span key={from}>{cut(from, to)}</span>;
        const ending = covering.filter(({ end }) => end === to);
        return (
          <mark key={from} class={`tone-${first.tone % TONES}`} title={covering.map(({ label }) => label).join('; ')}>
            {cut(from, to)}
            {ending.map(({ label }) => (
              <small key={label}>{label}</small>
            ))}
          </mark>
        );
      })}
    </span>
  );
}

/** The strings of a JSON value with their JSON Pointers, in order. */
export function stringsOf(value: unknown, path = ''): { readonly path: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    stringsOf(member, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}
