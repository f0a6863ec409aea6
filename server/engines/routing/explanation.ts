// Explanation: what a decision rests on, for a person to read.
// In: a decision with its trace. Out: lines: candidates with scores, spans with offsets, the assignment with margins,
// validation, and why the gate said what it said. Why: a router that cannot be asked why is not trusted with acting.

import { writeJson } from '../../../grammar/json.ts';
import { basisOf, CONFIDENCE_MIN, confidenceOf, PARTS } from './confidence.ts';
import { SLOPES } from './confidence-weights.ts';
import type { Contender } from './answer.ts';
import type { Slot } from './fill.ts';
import type { Explained, Trace } from './route.ts';
import type { Place } from './candidate.ts';
import type { Span } from './spans/span.ts';

export function explanationOf({ decision, trace }: Explained): string[] {
  if (trace === null) return [`no tool came into question: ${decision.reason?.message ?? ''}`];
  return [
    'candidates',
    ...trace.contenders.map(showContender),
    '',
    'spans (UTF-8 bytes)',
    ...trace.spans.map(showSpan),
    '',
    `assignment for ${trace.weighed.filled.tool.name}`,
    ...trace.weighed.filled.slots.map(showSlot),
    '',
    'validation',
    ...showValidation(trace),
    '',
    'gate',
    ...showGate(trace),
  ];
}

const shown = (value: number): string => (Math.round(value * 1000) / 1000).toString();

function showContender({ ranked, filled, score }: Contender): string {
  const parts = [`words ${shown(ranked.bm25)}`, `grams ${shown(ranked.grams)}`, `verb ${shown(ranked.verb)}`, `name ${shown(ranked.nameCover)}`, `required that something could fill ${shown(filled.satisfied)}`];
  return `  ${shown(score).padStart(8)}  ${ranked.tool.name}  (${parts.join(', ')})`;
}

function showSpan({ source, start, end, kind, by, value }: Span): string {
  return `  ${placeOf({ source, start, end })}  ${kind} ${JSON.stringify(source.text.slice(start, end))} → ${writeJson(value)} by ${by}`;
}

function placeOf({ source, start, end }: Place): string {
  const from = Buffer.byteLength(source.text.slice(0, start));
  return `${source.path}[${from}..${from + Buffer.byteLength(source.text.slice(start, end))}]`;
}

function showSlot({ leaf, assigned, firm, sure }: Slot): string {
  const name = `${leaf.argument}${leaf.required ? ' (required)' : ''}`;
  if (assigned === null) return `  ${name}: nothing`;
  const { candidate, margin } = assigned;
  const places = candidate.places.map(placeOf).join(' + ');
  return `  ${name}: ${writeJson(candidate.value)} by ${candidate.by} at ${places}, strength ${shown(candidate.strength)}${firm ? '' : ', a guess'}, margin ${shown(margin)}${sure ? '' : ', unsure'}`;
}

function showValidation({ weighed: { filled } }: Trace): string[] {
  const lines = [
    ...filled.slots.flatMap(({ leaf, fault }) => (fault === null ? [] : [`  ${leaf.argument}: ${fault}`])),
    ...(filled.missing.length === 0 ? [] : [`  missing: ${filled.missing.join(', ')}`]),
    ...(filled.whole === null ? [] : [`  together: ${filled.whole}`]),
    ...(filled.tool.unusable === null ? [] : [`  the schema: ${filled.tool.unusable}`]),
  ];
  return lines.length === 0 ? ['  nothing is wrong or missing'] : lines;
}

function showGate({ obstacle, weighed }: Trace): string[] {
  const { features, rest, others } = weighed;
  const lines = [
    ...(obstacle === null ? [] : [`  ruled out: ${obstacle.kind === 'call' ? '' : obstacle.code}`]),
    ...(rest.length === 0 ? [] : [`  left over: ${rest.map((span) => JSON.stringify(span.source.text.slice(span.start, span.end))).join(', ')}`]),
    ...(others.length === 0 ? [] : [`  also asked for: ${others.join(', ')}`]),
    `  confidence ${shown(confidenceOf(features))}, a call needs ${shown(CONFIDENCE_MIN)}`,
  ];
  const basis = basisOf(features);
  let from = 0;
  for (const { name, knots, read } of PARTS) {
    const count = knots.length - 1;
    const gain = basis.slice(from, from + count).reduce((sum, value, at) => sum + value * (SLOPES[from + at] ?? 0), 0);
    const most = SLOPES.slice(from, from + count).reduce((sum, slope) => sum + slope, 0);
    if (most > 0) lines.push(`    ${name} ${shown(read(features))} adds ${shown(gain)} of ${shown(most)}`);
    from += count;
  }
  return lines;
}
