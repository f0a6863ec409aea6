// Dialect: how a kind of upstream engine is asked, and how its answer is read.
// In: a request and its open questions; then the body of the answer. Out: the body to send; then proposals.
// Why proposals are only read here: `settle` decides which of them hold. A reader only has to parse the shape.

import type { Json } from '../../../grammar/json.ts';
import type { SystemOneRequest } from '../../services/decisions/wire/systemone.ts';
import type { OpenQuestion, Proposal } from './open.ts';
import { describeOptions } from './open.ts';

export interface DialectSettings {
  readonly model: string | null;
  /** More members for the body, from the operator: a temperature, a limit on tokens. */
  readonly parameters: ReadonlyMap<string, Json>;
  /** `schema` asks for JSON of one shape, `object` for any; some servers know only one of them. */
  readonly responseFormat: 'schema' | 'object';
}

export type AnswerReading =
  /** At most one for each question. */
  | { readonly kind: 'proposals'; readonly proposals: readonly Proposal[] }
  /** What the model wrote is not what it was asked for; the server is in order. A state can bring this about. */
  | { readonly kind: 'nonsense' }
  /** Not an answer of this wire at all. */
  | { readonly kind: 'broken' };

export interface Dialect {
  /** Whether it can propose with a quote; else it is only asked to break ties. */
  readonly quotes: boolean;
  /** The body of one request that asks all the questions. */
  write(request: SystemOneRequest, open: readonly OpenQuestion[], settings: DialectSettings): string;
  read(answer: Json, request: SystemOneRequest, open: readonly OpenQuestion[]): AnswerReading;
}

/** The id a question has on the way. Not the client's: an upstream need not take every name. */
export function writeId({ position }: OpenQuestion): string {
  return `q${position}`;
}

/** The options that may be proposed, by key, with what the client wrote for each. */
export function writeOptions({ questions }: SystemOneRequest, { position, options }: OpenQuestion): Map<string, Json> {
  const described = describeOptions(questions[position]!);
  return new Map(options.map((option) => described[option]!));
}

/** The position of an option by its key; null when it is none that may be proposed. */
export function readOption(
  { questions }: SystemOneRequest,
  { position, options }: OpenQuestion,
  key: Json | undefined,
): number | null {
  const described = describeOptions(questions[position]!);
  return options.find((option) => described[option]![0] === key) ?? null;
}
