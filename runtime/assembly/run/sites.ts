// Sites: the places of a script that can fault. In: the table that emitted code keeps among its constants
// (compiler/emit/sites.ts): for each site its node, the start and length of its span in the canonical text, and what a
// fault there pays back. Each column is as many bytes wide as its largest number needs.


let table: i32 = 0;
let count: i32 = 0;
/** Where the columns 0 … 3 start in a row, and how long a row is: 5 bits each, the first lowest. */
let columns: i32 = 0;

export function setSites(address: i32, rows: i32, columnStarts: i32): void {
  table = address;
  count = rows;
  columns = columnStarts;
}

/** A field of a site; sites count from 1, and no other has anything but 0. */
export function siteField(site: i32, field: i32): u32 {
  if (site <= 0 || site > count) return 0;
  const from = column(field);
  const row = table + (site - 1) * column(4);
  return load<u32>(row + from) & (0xffffffff >>> (32 - ((column(field + 1) - from) << 3)));
}

// @ts-ignore: decorator
@inline
function column(field: i32): i32 {
  return (columns >> (field * 5)) & 31;
}
