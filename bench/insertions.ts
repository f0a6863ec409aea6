// Insertions bench: how many calls stay as they were when a word is put in that changes what is ordered.
// In: the requests of test/golden/routing/products and unfitted that are called exactly. Out: a table: insertions and survivors, by tools that act and
// tools that look. Why: a call that survives has dropped what was said. The words are those of the laws (test/support/insertions.ts).
// Usage: node bench/insertions.ts [FOLDER] [--show]: prints the survivors of tools that act.

import { writeJson } from '../grammar/json-write.ts';
import { readCatalogue, routeChat } from '../server/engines/routing/route.ts';
import type { IndexedTools } from '../server/engines/routing/tools/postings.ts';
import type { RouteDecision, RouteRequest } from '../server/services/routing/wire/route.ts';
import type { Inserted } from '../test/support/insertions.ts';
import { insertionsInto } from '../test/support/insertions.ts';
import { goldenPath } from '../test/support/paths.ts';
import type { JudgedProduct } from '../test/support/products.ts';
import { judgeProducts } from '../test/support/products.ts';
import { share, table } from './measure.ts';

interface Tried {
  readonly one: JudgedProduct;
  readonly inserted: Inserted;
}

export function benchInsertions(isShown = false): string {
  const exact = [...judgeProducts(), ...judgeProducts(goldenPath('routing', 'unfitted'))].filter(
    ({ judgement }) => judgement === 'exact',
  );
  const isActing = ({ explained }: JudgedProduct): boolean => explained.trace?.weighed.filled.tool.acting === true;
  const rows = (
    [
      ['tools that act', exact.filter(isActing)],
      ['tools that look', exact.filter((one) => !isActing(one))],
    ] as const
  ).flatMap(([name, requests]) => {
    const tried = requests.flatMap((one) => insertionsOf(one).map((inserted): Tried => ({ one, inserted })));
    const survivors = tried.filter(survives);
    if (isShown && name === 'tools that act')
      for (const { one, inserted } of survivors) console.log(`${one.product}: ${inserted.text}`);
    return (['before a value', 'in front', 'behind'] as const).map((where) => {
      const [some, left] = [tried, survivors].map(
        (list) => list.filter(({ inserted }) => inserted.where === where).length,
      ) as [number, number];
      return [name, where, String(some), String(left), share(left, some)];
    });
  });
  return table(['requests for', 'where', 'insertions', 'calls left as they were', 'share'], rows);
}

/** Into the last turn, before each value that stands there. */
function insertionsOf({ request, explained }: JudgedProduct): Inserted[] {
  const text = lastText(request);
  const places = (explained.trace?.weighed.filled.sent ?? []).flatMap(
    ({ assigned }) => assigned?.candidate.places ?? [],
  );
  const starts = places.filter(({ source }) => source.age === 0).map(({ start }) => start);
  return insertionsInto(
    text,
    [...new Set(starts)].sort((a, b) => a - b),
  );
}

function lastText({ messages }: RouteRequest): string {
  return messages.at(-1)?.texts[0]?.text ?? '';
}

function survives({ one, inserted }: Tried): boolean {
  const { request } = one;
  const last = request.messages.at(-1);
  const [first] = last?.texts ?? [];
  if (last === undefined || first === undefined) return false;
  const changed = routeChat(
    {
      ...request,
      tools: [],
      messages: [...request.messages.slice(0, -1), { ...last, texts: [{ ...first, text: inserted.text }] }],
    },
    [catalogueOf(one)],
  );
  return sentBy(changed) === sentBy(one.explained.decision);
}

/** The tools of a product, read once. */
function catalogueOf({ product, request }: JudgedProduct): IndexedTools {
  const known = catalogues.get(product);
  if (known !== undefined) return known;
  const read = readCatalogue(request.tools);
  catalogues.set(product, read);
  return read;
}

const catalogues = new Map<string, IndexedTools>();

/** The calls as text; an answer without one is like no call. */
function sentBy({ calls }: RouteDecision): string {
  return calls.length === 0 ? 'none' : calls.map((call) => `${call.name}${writeJson(call.arguments)}`).join('\n');
}

if (process.argv[1] === import.meta.filename) console.log(benchInsertions(process.argv.includes('--show')));
