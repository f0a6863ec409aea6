// System One as its vendor describes it: request and response as JSON Schemas, and what no schema can say.
// Where from: TypeSafe's API 0.2.0 and its official clients. The response is exact, as the strictest checkers read it: no field
// beside the vendor's. A state may be null for some clients and some models; the API says otherwise.

import { Ajv2020 } from 'ajv/dist/2020.js';

const ENTRY = { type: ['string', 'object', 'array', 'null'] } as const;

export const VENDOR_REQUEST_SCHEMA = {
  type: 'object',
  required: ['state', 'questions'],
  properties: {
    state: { type: ['string', 'object', 'array'] },
    model: { type: 'string' },
    questions: {
      type: 'object',
      minProperties: 1,
      additionalProperties: {
        oneOf: [
          {
            type: 'object',
            required: ['type'],
            properties: {
              type: { const: 'noul' },
              instructions: ENTRY,
              criteria: {
                type: ['object', 'null'],
                properties: { true: ENTRY, false: ENTRY },
                additionalProperties: false,
              },
            },
          },
          {
            type: 'object',
            required: ['type', 'criteria'],
            properties: {
              type: { const: 'choice' },
              instructions: ENTRY,
              criteria: { type: 'object', minProperties: 1, maxProperties: 255, additionalProperties: ENTRY },
            },
          },
          {
            type: 'object',
            required: ['type', 'criteria'],
            properties: {
              type: { const: 'score' },
              instructions: ENTRY,
              criteria: { type: 'array', minItems: 1, maxItems: 10, items: ENTRY },
            },
          },
        ],
      },
    },
  },
} as const;

const PROBABILITY = { type: 'number', minimum: 0, maximum: 1 } as const;
const PROBABILITIES = { type: 'object', minProperties: 1, additionalProperties: PROBABILITY } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;
const LEVEL = '^[0-9]$';

export const VENDOR_RESPONSE_SCHEMA = {
  type: 'object',
  required: ['model', 'answers', 'usage'],
  additionalProperties: false,
  properties: {
    model: { type: 'string', minLength: 1 },
    answers: {
      type: 'object',
      additionalProperties: {
        oneOf: [
          exactly({ type: { const: 'noul' }, noul: PROBABILITY }),
          exactly({
            type: { const: 'choice' },
            choice: { type: 'string' },
            probabilities: PROBABILITIES,
            confidence: PROBABILITY,
          }),
          exactly({
            type: { const: 'score' },
            score: { type: 'number', minimum: 0, maximum: 9 },
            legend: {
              type: 'object',
              patternProperties: { [LEVEL]: { type: ['string', 'object', 'array'] } },
              additionalProperties: false,
            },
            probabilities: { ...PROBABILITIES, propertyNames: { pattern: LEVEL } },
            confidence: PROBABILITY,
          }),
        ],
      },
    },
    usage: exactly({ input_tokens: COUNT, output_tokens: COUNT }),
  },
} as const;

/** FastAPI's validation error, with our flat text beside it. */
export const VENDOR_INVALID_SCHEMA = {
  type: 'object',
  required: ['error', 'detail'],
  additionalProperties: false,
  properties: {
    error: { type: 'string', minLength: 1 },
    detail: {
      type: 'array',
      minItems: 1,
      items: exactly({
        loc: { type: 'array', items: { type: ['string', 'integer'] } },
        msg: { type: 'string' },
        type: { type: 'string' },
      }),
    },
  },
} as const;

function exactly(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { type: 'object', required: Object.keys(properties), properties, additionalProperties: false };
}

const ajv = new Ajv2020({ strict: false, allErrors: true });

/** A check that says what is wrong, or null. */
export function createChecker(schema: object): (value: unknown) => string | null {
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? null : ajv.errorsText(validate.errors));
}

export interface VendorQuestion {
  readonly type: string;
  readonly criteria?: unknown;
}

interface VendorAnswer {
  readonly type: string;
  readonly choice?: string;
  readonly score?: number;
  readonly legend?: Readonly<Record<string, unknown>>;
  readonly probabilities?: Readonly<Record<string, number>>;
}

// What the strictest client allows for sums and means.
const TOLERANCE = 1e-6;

/** What is wrong between questions and answers, beyond what the schema says; null when nothing is. */
export function checkAnswers(
  questions: Readonly<Record<string, VendorQuestion>>,
  answers: Readonly<Record<string, VendorAnswer>>,
): string | null {
  const ids = Object.keys(questions);
  if (ids.join() !== Object.keys(answers).join()) return 'not the ids of the request';
  for (const id of ids) {
    const { type, criteria } = questions[id]!;
    const answer = answers[id]!;
    if (answer.type !== type) return `${id}: a ${answer.type} for a ${type}`;
    if (type === 'noul') continue;
    const keys = Object.keys(criteria as object);
    const { probabilities = {} } = answer;
    const chances = Object.values(probabilities);
    if (Object.keys(probabilities).join() !== keys.join()) return `${id}: not a probability for each of ${keys.join()}`;
    if (Math.abs(chances.reduce((sum, chance) => sum + chance, 0) - 1) > TOLERANCE)
      return `${id}: the probabilities do not sum to 1`;
    if (type === 'choice' && probabilities[answer.choice!] !== Math.max(...chances))
      return `${id}: ${answer.choice} is not the most probable`;
    if (type === 'score') {
      const mean = chances.reduce((sum, chance, level) => sum + chance * level, 0);
      if (Math.abs(mean - answer.score!) > TOLERANCE) return `${id}: the score is not the mean of its levels`;
      if (Object.keys(answer.legend ?? {}).join() !== keys.join()) return `${id}: the legend has other levels`;
    }
  }
  return null;
}
