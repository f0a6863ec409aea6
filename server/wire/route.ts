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

/** Why a call is not verified. */
export type VerdictReasonCode =
  | 'no-user-message'
  | 'unknown-tool'
  | 'nothing-fits'
  | 'negated'
  | 'not-ordered'
  | 'other-tool'
  | 'two-tools'
  | 'two-calls'
  | 'invalid-arguments'
  | 'ungrounded-arguments'
  | 'missing-arguments'
  | 'unused-text'
  | 'schema-open'
  | 'text-too-long';

/** An argument that the texts do not say. */
export interface UnsaidArgument {
  readonly argument: string;
  readonly value: Json;
  /** What they say in its place, or null. */
  readonly said: string | null;
}

export interface CallVerdict {
  readonly id: string | null;
  readonly name: string;
  readonly outcome: 'decided' | 'unresolved' | 'refused';
  readonly may_act: boolean;
  readonly evidence: readonly ArgumentEvidence[];
  readonly ungrounded: readonly UnsaidArgument[];
  readonly transformed: readonly UnsaidArgument[];
  readonly invalid: readonly InvalidArgument[];
  /** Parameters that the request speaks of and the call leaves out. */
  readonly missing: readonly string[];
  /** What the request says and the call does not use. */
  readonly unused: readonly string[];
  readonly reason: { readonly code: VerdictReasonCode; readonly message: string } | null;
}
