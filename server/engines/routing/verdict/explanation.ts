// Explanation: what a decision rests on, for a person to read.
// In: a decision with its trace. Out: lines: candidates with scores, spans with offsets, the assignment with margins,
// validation, and why the gate said what it said. Why: a router that cannot be asked why is not trusted with acting.

import { writeJson } from '../../../../grammar/json-write.ts';
import type { Explained, Trace } from '../route.ts';
import { weightOf } from '../text/words.ts';
import { asSent } from '../tools/tools.ts';
import { overlaps } from '../values/assign.ts';
import type { Place } from '../values/candidate.ts';
import { FIRM_STRENGTH } from '../values/candidate.ts';
import type { Slot } from '../values/fill.ts';
import { SURE_MARGIN } from '../values/fill.ts';
import type { Span } from '../values/spans/span.ts';
import type { Contender } from './answer.ts';
import { REASONS } from './answer.ts';
import { CONFIDENCE_MIN, confidenceOf } from './confidence.ts';
import type { Verdict } from './decide.ts';
import { stemsOf } from './decide.ts';
import { reasonsIn } from './reasons.ts';

export function explanationOf({ decision, trace }: Explained): string[] {
  if (trace === null) return [`no tool came into question: ${decision.reason?.message ?? ''}`];
  return [
    'words that choose, and what explains them',
    ...showWords(trace),
    '',
    'candidates, by score',
    ...trace.contenders.map(showContender),
    '',
    'spans: values that could be read, with UTF-8 bytes',
    ...(trace.spans.length === 0 ? ['  none'] : trace.spans.map((span) => showSpan(span, trace))),
    '',
    `assignment for ${trace.weighed.filled.tool.name}: a call needs strength ${FIRM_STRENGTH} and margin ${SURE_MARGIN}`,
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
  const parts = [
    `words ${shown(ranked.bm25)}`,
    `grams ${shown(ranked.grams)}`,
    `verb ${shown(ranked.verb)}`,
    `name ${shown(ranked.nameCover)}`,
    `required that something could fill ${shown(filled.satisfied)}`,
  ];
  return `  ${shown(score).padStart(8)}  ${ranked.tool.name}  (${parts.join(', ')})`;
}

/** Each word once, with what in the leading tool or its arguments says it. */
function showWords({ words, weighed: { filled } }: Trace): string[] {
  const places = filled.sent.flatMap((slot) =>
    (slot.assigned?.candidate.places ?? []).map((place) => ({ place, argument: slot.leaf.argument })),
  );
  const seen = new Set<string>();
  return words
    .filter(({ stem }) => !seen.has(stem) && seen.add(stem))
    .map((word) => {
      const argument = places.find(({ place }) => overlaps(place, word))?.argument;
      const { tool } = filled;
      const by =
        argument !== undefined
          ? `argument ${argument}`
          : tool.nameStems.includes(word.stem)
            ? 'the name'
            : tool.serverStems.includes(word.stem)
              ? 'the server'
              : tool.descriptionStems.includes(word.stem)
                ? 'the description'
                : stemsOf(filled).has(word.stem)
                  ? 'a parameter'
                  : 'nothing';
      return `  ${word.surface}  ${by}${weightOf(word) < 1 ? `, weighs ${shown(weightOf(word))}` : ''}`;
    });
}

function showSpan({ source, start, end, kind, by, value }: Span, { weighed: { filled, rest } }: Trace): string {
  const place: Place = { source, start, end };
  const takers = filled.sent
    .filter((slot) => (slot.assigned?.candidate.places ?? []).some((one) => overlaps(one, place)))
    .map(({ leaf }) => leaf.argument);
  const use =
    takers.length > 0
      ? `, for ${takers.join(' and ')}`
      : rest.some((span) => overlaps(span, place))
        ? ', left over'
        : '';
  return `  ${placeOf(place)}  ${kind} ${JSON.stringify(source.text.slice(start, end))} → ${writeJson(value)} by ${by}${use}`;
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
  const value = writeJson(asSent(candidate.value, leaf));
  return `  ${name}: ${value} by rule ${candidate.rule} (${candidate.by}) at ${places}, strength ${shown(candidate.strength)}${firm ? '' : ', a guess'}, margin ${shown(margin)}${sure ? '' : ', unsure'}`;
}

function showValidation({ weighed: { filled } }: Trace): string[] {
  const lines = [
    ...filled.slots.flatMap(({ leaf, fault }) => (fault === null ? [] : [`  ${leaf.argument}: ${fault.reason}`])),
    ...(filled.missing.length === 0 ? [] : [`  missing: ${filled.missing.join(', ')}`]),
    ...(filled.whole === null ? [] : [`  together: ${filled.whole}`]),
    ...(filled.tool.unusable === null ? [] : [`  the schema: ${filled.tool.unusable}`]),
  ];
  return lines.length === 0 ? ['  nothing is wrong or missing'] : lines;
}

function showVerdict(obstacle: Verdict | null, confidence: number): string {
  if (obstacle !== null && obstacle.kind !== 'call')
    return `no call, however sure: ${REASONS[obstacle.code]} (${obstacle.code})`;
  return confidence >= CONFIDENCE_MIN
    ? 'nothing speaks against a call, and it is sure enough'
    : `nothing speaks against a call, but it is not sure enough (weak-match)`;
}

function showGate(explained: Trace): string[] {
  const { left, others, confidence, needed, parts } = reasonsIn(explained);
  return [
    `  ${showVerdict(explained.obstacle, confidenceOf(explained.weighed.features))}`,
    ...(left.length === 0 ? [] : [`  left over: ${left.map((text) => JSON.stringify(text)).join(', ')}`]),
    ...(others.length === 0 ? [] : [`  also asked for: ${others.join(', ')}`]),
    `  confidence ${confidence}, a call needs ${needed}; what was seen, and what it adds:`,
    ...parts.map(({ name, seen, adds, most }) => `    ${name} ${seen} adds ${adds} of ${most}`),
  ];
}
