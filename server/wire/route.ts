// Route: the shapes that the routing engine reads and answers, before they become chat-completions JSON.
// In: nothing. Out: types shared by `wire/chat` (JSON on either side) and `engines/routing` (the decision between).
// Why: the engine must not know the wire, and the wire must not know how a tool is chosen.

import type { Json } from '../../grammar/json.ts';
import type { Clock } from './clock.ts';
import type { Evidence } from './evidence.ts';

export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool';

/** One string of a message: `path` is its RFC 6901 pointer in the request, e.g. `/messages/0/content/1/text`. */
export interface MessageText {
  readonly path: string;
  readonly text: string;
}

export interface Message {
  readonly role: Role;
  readonly texts: readonly MessageText[];
}

/** A tool as the caller (or an upstream server) defines it; `parameters` is a JSON Schema nobody has checked yet. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: Json | undefined;
  /** Set for a tool of a registered server, whose `name` is the qualified one. */
  readonly origin?: ToolOrigin;
}

interface ToolOrigin {
  readonly server: string;
  /** What the server calls the tool. */
  readonly tool: string;
}

export type ToolChoice =
  | { readonly kind: 'none' | 'auto' | 'required' }
  /** Only these tools; one of them where a single function was named. */
  | { readonly kind: 'among'; readonly names: ReadonlySet<string> };

export interface RouteRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  readonly toolChoice: ToolChoice;
  /** The caller's clock, or null: without it a relative date has no value. */
  readonly now: Clock | null;
}

/** `argument` is the property name, or the JSON Pointer of a nested property. */
export interface ArgumentEvidence extends Evidence {
  readonly argument: string;
}

export interface InvalidArgument {
  readonly param: string;
  readonly value: Json;
  readonly reason: string;
}

/** A guess, for a person to look at; never for a machine to act on. */
export interface RouteCandidate {
  readonly name: string;
  readonly score: number;
  readonly arguments: Json;
}

interface RouteReason {
  readonly code: RouteReasonCode;
  readonly message: string;
}

/** Why a route was not decided. Clients match the code, people read the message. */
export type RouteReasonCode =
  | 'no-user-message'
  | 'no-tools'
  | 'tool-choice-none'
  | 'tool-result'
  | 'nothing-fits'
  | 'negated'
  | 'two-tools'
  | 'two-calls'
  | 'missing-arguments'
  | 'invalid-arguments'
  | 'unsure-arguments'
  | 'unexplained-text'
  | 'weak-match'
  | 'schema-open'
  | 'text-too-long';

interface RouteCall {
  readonly name: string;
  /** A Map of arguments in the order the schema lists them. */
  readonly arguments: Json;
}

export interface RouteDecision {
  readonly outcome: 'decided' | 'unresolved' | 'refused';
  readonly may_act: boolean;
  /** The call to send; null unless decided. */
  readonly call: RouteCall | null;
  /** The tool the decision is about; null when none fits or two do. */
  readonly tool: string | null;
  /** The question to the user or the refusal; null when decided. */
  readonly content: string | null;
  readonly evidence: readonly ArgumentEvidence[];
  readonly missing: readonly string[];
  readonly invalid: readonly InvalidArgument[];
  readonly candidates: readonly RouteCandidate[];
  readonly reason: RouteReason | null;
}
