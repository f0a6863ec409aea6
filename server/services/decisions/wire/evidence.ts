// Evidence: the bytes that justify an answer, as they go over the wire.
// In: nothing. Out: the schemas of a place and of how points add up, and their types.

import { METHODS } from '../../../../runtime/locate/methods.ts';
import type { Wire } from '../../wire.ts';

/** The method of a value that a script compares. */
export const COMPARED = 'compared';

/** The method of a term that has points. */
const SCORED = 'scored';

export const EVIDENCE_SCHEMA = {
  type: 'object',
  required: ['path', 'start', 'end', 'text', 'criterion', 'by'],
  additionalProperties: false,
  properties: {
    path: {
      type: 'string',
      description:
        'RFC 6901 JSON Pointer to the source string; "" for a bare string state. Of a compared value to the value, whose source is its JSON text.',
    },
    start: { type: 'integer', minimum: 0, description: 'UTF-8 byte offset into the source.' },
    end: { type: 'integer', minimum: 0 },
    text: { type: 'string', description: 'The bytes from start to end of the source.' },
    criterion: { type: 'string', description: 'The phrase of the criterion, or what the place was read as.' },
    by: { enum: [...METHODS, SCORED, COMPARED], description: 'How it was found.' },
    points: { type: 'number', description: 'What a term with points counts for the answer.' },
    via: { type: 'string', description: 'The question whose answer a script reads, and whose evidence this is.' },
  },
} as const;

/** One place in a source string. `text` always equals the UTF-8 slice `[start, end)` of that string. */
export type Evidence = Wire<typeof EVIDENCE_SCHEMA>;

/** Of so few digits that a number of JavaScript says each of them exactly. */
export const SCORED_SCHEMA = {
  type: 'object',
  required: ['points', 'remainder', 'next', 'known', 'score', 'threshold'],
  additionalProperties: false,
  description: 'How the points of a decided answer add up. All numbers are exact.',
  properties: {
    points: { type: 'number', description: 'Of the answer: those of the evidence and the remainder.' },
    remainder: { type: 'number', description: 'The constant, and all terms that are no evidence.' },
    next: { type: ['number', 'null'], description: 'The points of the next option; null when there is none.' },
    known: { type: 'number', minimum: 0, maximum: 1, description: 'The share of the words that speak for the answer.' },
    score: { type: 'number', description: 'The points, with what the lead and the known words count besides.' },
    threshold: { type: 'number' },
  },
} as const;

export type Scored = Wire<typeof SCORED_SCHEMA>;
