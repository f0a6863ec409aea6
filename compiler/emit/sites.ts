// Sites: the table of the places that can fault, as the runtime reads it (runtime/assembly/run/sites.ts). In: its rows.
// Out: bytes, a row after the other, each column as wide as its largest number needs, and where columns start.

/** A place that can fault: its node, its span in the canonical text (UTF-8 bytes), and what a fault there pays back. */
export interface SiteRow {
  readonly node: number;
  readonly start: number;
  readonly end: number;
  readonly refund: number;
}

interface SiteTable {
  readonly bytes: Uint8Array;
  /** Where the columns start in a row, and the length of a row, COLUMN_BITS each, the first lowest. */
  readonly columns: number;
}

const COLUMN_BITS = 5;

export function encodeSites(rows: readonly SiteRow[]): SiteTable {
  const values = rows.map(({ node, start, end, refund }) => [node, start, end - start, refund]);
  const widths = [0, 1, 2, 3].map((column) => widthOf(values.reduce((most, row) => Math.max(most, row[column]!), 0)));
  const starts = widths.reduce<number[]>((sums, width) => [...sums, sums.at(-1)! + width], [0]);
  const rowBytes = starts.at(-1)!;
  const bytes = new Uint8Array(rows.length * rowBytes);
  values.forEach((row, index) =>
    row.forEach((value, column) => {
      for (let byte = 0; byte < widths[column]!; byte += 1)
        bytes[index * rowBytes + starts[column]! + byte] = value >>> (8 * byte);
    }),
  );
  return { bytes, columns: starts.reduce((packed, start, column) => packed | (start << (COLUMN_BITS * column)), 0) };
}

/** Bytes a number needs, at least one. */
function widthOf(value: number): number {
  return value < 2 ** 8 ? 1 : value < 2 ** 16 ? 2 : value < 2 ** 24 ? 3 : 4;
}
