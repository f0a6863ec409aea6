// Elapsed: days without a year, for a tool that tells what is over.
// In: spans and a tool. Out: the spans, with the last such day where the next one was read. Why: "charges from 1 to 10 November", said on the
// 24th, are those of this year, and nobody says "did"; the tool that lists what was charged says it.

import { perTool } from '../tools/per-leaf.ts';
import type { Tool } from '../tools/tools.ts';
import type { Moment, Span } from './spans/span.ts';

/** Words of tools for what has been, in their names, their descriptions or the names of their parameters. Written for this project. */
const OVER: ReadonlySet<string> = new Set(
  'used usage history historical past recorded spent sold sales charges transactions payments payouts visits visitors statistics stats earned earnings worked completed received happened occurred consumed consumption created issued posted paid sent logged revenue'.split(
    ' ',
  ),
);
/** Words for what may be to come. */
const TO_COME: ReadonlySet<string> = new Set(
  'due upcoming scheduled future forecast planned planning next deadline expiry expires availability available'.split(
    ' ',
  ),
);

const tellsOver: (tool: Tool) => boolean = perTool(({ acting, nameWords, descriptionWords, leaves }) => {
  const said = [...nameWords, ...descriptionWords, ...leaves.flatMap((leaf) => [...leaf.nameWords])];
  return !acting && said.some((word) => OVER.has(word)) && !said.some((word) => TO_COME.has(word));
});

/** The spans as the tool takes them. A stretch ends behind its beginning: "from 20 to 30 November", said on the 24th, is of this year. */
export function elapsedFor(spans: readonly Span[], tool: Tool): readonly Span[] {
  if (!spans.some(({ detail }) => detail.last !== undefined) || !tellsOver(tool)) return spans;
  const mapped: Span[] = [];
  for (const span of spans) {
    const { last, moment } = span.detail;
    const before = mapped.findLast((one) => one.source === span.source && one.detail.moment !== undefined);
    const isEarlier =
      last !== undefined &&
      moment !== undefined &&
      before !== undefined &&
      orderOf(last) < orderOf(before.detail.moment as Moment);
    mapped.push(
      last === undefined || isEarlier || COMING.test(span.source.text)
        ? span
        : { ...span, detail: withLast(span, last) },
    );
  }
  return mapped;
}

/** Who asks about what is to come. */
const COMING = /\b(?:will|shall|going to|expect\p{L}*|forecast\p{L}*|upcoming|next|coming)\b/iu;

function withLast({ detail: { far: _, passed: __, ...detail } }: Span, last: Moment): Span['detail'] {
  return last.day === undefined ? { ...detail, month: { ...last, day: 1 } } : { ...detail, moment: last };
}

const orderOf = ({ year = 0, month = 0, day = 0 }: Moment): number => (year * 12 + month) * 31 + day;
