// Route: the shapes that the routing engine reads and answers, before they become chat-completions JSON.
// In: nothing. Out: types, those of answers derived from their schemas, shared by `wire/chat` (JSON on either side) and `engines/routing` (the decision between).
// Why: the engine must not know the wire, and the wire must not know how a tool is chosen.

import type { Json } from '../../../../grammar/json.ts';
import type { Clock } from './clock.ts';
import type { Svc, VerifiedCall } from './route-schema.ts';

export type { ArgumentEvidence, InvalidArgument, RouteReasons, UnsaidArgument } from './route-schema.ts';

export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool';

/** One string of a message: `path` is its RFC 6901 pointer in the request, e.g. `/messages/0/content/1/text`. */
export interface MessageText {
  readonly path: string;
  readonly text: string;
}

export interface Message {
  readonly role: Role;
  readonly texts: readonly MessageText[];
  /** Calls that the assistant made: after the last user message, and the last ones before it; none elsewhere. */
  readonly calls?: readonly RouteCall[];
}

/** A tool as the caller (or an upstream server) defines it; `parameters` is a JSON Schema nobody has checked yet. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: Json | undefined;
  /** Set for a tool of a registered server, whose `name` is the qualified one. */
  readonly origin?: ToolOrigin;
}

export interface ToolOrigin {
  readonly server: string;
  /** What the server calls the tool. */
  readonly tool: string;
  /** What the server says of it; a Map. */
  readonly annotations: Json;
}

export type ToolChoice =
  | { readonly kind: 'none' | 'auto' | 'required' }
  /** Only these tools; one of them where a single function was named. */
  | { readonly kind: 'among'; readonly names: ReadonlySet<string> };

export interface RouteRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  readonly toolChoice: ToolChoice;
  /** Whether an answer may have several calls; yes when left out. */
  readonly parallel?: boolean;
  /** The caller's clock, or null: without it a relative date has no value. */
  readonly now: Clock | null;
}

/** A guess, for a person to look at; never for a machine to act on. */
export type RouteCandidate = Svc['candidates'][number];
export type RouteReasonCode = NonNullable<Svc['reason']>['code'];

export interface RouteCall {
  readonly name: string;
  /** A Map of arguments in the order the schema lists them. */
  readonly arguments: Json;
}

export interface RouteDecision extends Omit<Svc, 'engine' | 'ignored' | 'explain'> {
  /** The call to send, or several that only look; none unless decided. */
  readonly calls: readonly RouteCall[];
  /** The question to the user or the refusal; null when decided. */
  readonly content: string | null;
}

/** A call that a model wants to make. */
export interface GivenCall {
  /** As the caller numbers it; null where it does not. */
  readonly id: string | null;
  readonly name: string;
  /** null where the text of the arguments is no JSON object. */
  readonly arguments: Json;
}

export interface VerifyRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  readonly calls: readonly GivenCall[];
  /** Results of tools may supply values too; the order itself is always a user's. */
  readonly countResults: boolean;
  readonly now: Clock | null;
}

export type VerdictReasonCode = NonNullable<VerifiedCall['reason']>['code'];

export interface CallVerdict extends Omit<VerifiedCall, 'id'> {
  /** null where the caller does not number it. */
  readonly id: string | null;
}
