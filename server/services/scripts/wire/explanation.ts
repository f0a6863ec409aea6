// Explanation: what a fault met, and how a result came about, as they go over the wire.
// In: nothing. Out: their schemas. The shapes are those of runtime/explain, which a test holds them to.

import { KIND_NAMES } from '../../../../runtime/explain/show.ts';

const TEXT = { type: ['string', 'null'] } as const;
const MODULE = { type: 'string', description: 'The module whose text that is in; left out for the script.' } as const;
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
    module: MODULE,
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

export const FAULT_SCHEMA = {
  type: 'object',
  required: ['code', 'message', 'start', 'end', 'line', 'column', 'explanation'],
  additionalProperties: false,
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    start: COUNT,
    end: COUNT,
    line: COUNT,
    column: COUNT,
    module: MODULE,
    explanation: { anyOf: [EXPLANATION_SCHEMA, { type: 'null' }] },
    path: { type: 'string', description: 'Where `bad-input` was found.' },
    byte: { type: 'integer' },
  },
} as const;

const AMOUNT = { type: 'integer', minimum: 0 } as const;

const EXPRESSION = {
  expression: { type: 'string', description: 'In canonical form; of a long one the beginning.' },
  start: { ...AMOUNT, description: 'UTF-8 byte offset into the script.' },
  end: AMOUNT,
  line: { type: 'integer', minimum: 1 },
  column: { type: 'integer', minimum: 1 },
  module: MODULE,
} as const;

const PATHS = {
  type: 'array',
  items: { type: 'string' },
  description: 'JSON Pointers into the input that it read, the first ones.',
} as const;

export const CLAUSE_SCHEMA = {
  type: 'object',
  required: ['sentence', 'expression', 'start', 'end', 'line', 'column', 'value', 'paths'],
  additionalProperties: false,
  properties: { sentence: { type: 'string', description: 'For people.' }, ...EXPRESSION, value: GIVEN, paths: PATHS },
} as const;

export const WHY_NODE_SCHEMA = {
  type: 'object',
  required: [
    'label',
    'expression',
    'start',
    'end',
    'line',
    'column',
    'ended',
    'value',
    'paths',
    'missing',
    'parts',
    'more',
  ],
  additionalProperties: false,
  properties: {
    label: {
      ...TEXT,
      description:
        'What it is there: a name that it is bound to, `in NAME`, `round N`, `N ARGUMENTS` of an application.',
    },
    ...EXPRESSION,
    ended: { enum: ['value', 'recur', 'fault'], description: 'With a value, with `recur`, or with the run.' },
    value: { anyOf: [GIVEN, { type: 'null' }] },
    paths: PATHS,
    missing: { type: 'boolean', description: 'The input has nothing at its one path.' },
    parts: { type: 'array', items: {}, description: 'Nodes like this one.' },
    more: { ...AMOUNT, description: 'How many parts were left out, before the last one.' },
  },
} as const;
