// Explanation: what a fault met, as it goes over the wire: of runs, of policies and of scripts in questions.
// In: nothing. Out: its schema. The shape is that of runtime/explain/explanation.ts, which a test holds it to.

import { KIND_NAMES } from '../../../../runtime/explain/show.ts';

const TEXT = { type: ['string', 'null'] } as const;
const COUNT = { type: ['integer', 'null'] } as const;

const GIVEN = {
  type: 'object',
  required: ['kind', 'value'],
  additionalProperties: false,
  properties: {
    kind: { enum: [...KIND_NAMES] },
    value: { ...TEXT, description: 'JSON, `nil` for null, of a long one the beginning; null where it is withheld.' },
  },
} as const;

const FROM = {
  type: 'object',
  description: 'The expression that gave the value, with its place in the script.',
  required: ['expression', 'start', 'end', 'line', 'column', 'path', 'missing', 'meant'],
  additionalProperties: false,
  properties: {
    expression: { type: 'string' },
    start: COUNT,
    end: COUNT,
    line: COUNT,
    column: COUNT,
    path: { ...TEXT, description: 'JSON Pointer into the input.' },
    missing: { type: 'boolean', description: 'The input has nothing at `path`.' },
    meant: { ...TEXT, description: 'A key, or the path of a key, that may have been meant.' },
  },
} as const;

export const EXPLANATION_SCHEMA = {
  type: 'object',
  description: 'What the fault met, and where that came from. Members that do not apply are null.',
  required: ['sentence', 'form', 'argument', 'expected', 'given', 'from', 'index', 'length'],
  additionalProperties: false,
  properties: {
    sentence: { type: 'string', description: 'All of it, for people.' },
    form: {
      ...TEXT,
      description: 'What was given the value: a builtin, `:key`, `case`, `vector pattern`, `map pattern`.',
    },
    argument: { ...COUNT, description: 'Which argument, from 1.' },
    expected: { ...TEXT, description: 'What is taken there.' },
    given: { anyOf: [GIVEN, { type: 'null' }] },
    from: { anyOf: [FROM, { type: 'null' }] },
    index: { ...COUNT, description: 'Of the fault `index`.' },
    length: { ...COUNT, description: 'How many elements or characters there are.' },
  },
} as const;
