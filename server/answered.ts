// Answered: what becomes of an answer before it goes out.
// In: nothing. Out: the shapes. Why here: services give answers, and what is told of them lies above the services.

import type { Family } from './error-bodies.ts';
import type { ServiceError } from './errors.ts';
import type { OperationRequest, Reply } from './operation.ts';
import type { Awaitable } from './store/awaitable.ts';
import type { WireName } from './summary.ts';

interface Told {
  readonly wire: WireName;
  readonly family: Family;
  /** The path of the row that answers. */
  readonly route: string;
  readonly request: OperationRequest;
}

export interface AnsweredReply extends Told {
  readonly reply: Reply;
}

export interface AnsweredError extends Told {
  /** It has a summary. */
  readonly error: ServiceError;
}

/** Who is told of answers. */
export interface Answers {
  /** Whether the summaries of answers should say what the decision log keeps. */
  readonly areKept: boolean;
  /** Throws where no answer could go out anyway. */
  assertAvailable(): void;
  /** The reply that goes out. */
  take(answered: AnsweredReply): Awaitable<Reply>;
  /** The error that goes out. */
  takeError(answered: AnsweredError): Promise<ServiceError>;
}

/** What rows that decide need of the process. */
export interface AnswerParts {
  readonly answers: Answers;
}
