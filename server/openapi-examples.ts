// Examples of the OpenAPI document: what the service answers to requests that are shown beside them.
// In: the files of openapi-examples/, which test/openapi-examples.test.ts writes and holds true. Out: one table, by the id of an endpoint.

import { APPROVALS } from './openapi-examples/approvals.ts';
import { DECISIONS } from './openapi-examples/decisions.ts';
import { META } from './openapi-examples/meta.ts';
import { ROUTING } from './openapi-examples/routing.ts';
import { SCRIPTS } from './openapi-examples/scripts.ts';
import { SERVERS } from './openapi-examples/servers.ts';
import { TOOLS } from './openapi-examples/tools.ts';
import { UPKEEP } from './openapi-examples/upkeep.ts';

interface OpenApiExample {
  /** Absent where there is no body. */
  readonly request?: unknown;
  /** Absent where the answer is no JSON. */
  readonly response?: unknown;
  /** Of the answer 422, to another request. */
  readonly refusal?: unknown;
  /** Of the response; 200 when absent. */
  readonly status?: number;
}
export type OpenApiExamples = Readonly<Record<string, OpenApiExample>>;

export const OPENAPI_EXAMPLES: OpenApiExamples = {
  ...DECISIONS,
  ...ROUTING,
  ...SCRIPTS,
  ...SERVERS,
  ...UPKEEP,
  ...TOOLS,
  ...APPROVALS,
  ...META,
};
