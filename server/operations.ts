// Operations: everything the service offers, as one table.
// In: what the handlers need of the process. Out: a row for each endpoint. Routes, validation, the OpenAPI document and our own MCP
// tools all follow from it. Why: an endpoint described twice is described wrongly once.

import type { Operation, Row } from './operation.ts';
import { bind } from './operation.ts';
import { CONSOLE_ROWS } from './services/console/operations.ts';
import type { DecisionParts } from './services/decisions/decide.ts';
import { DECISION_ROWS } from './services/decisions/operations.ts';
import type { LogParts } from './services/log/operations.ts';
import { LOG_ROWS } from './services/log/operations.ts';
import type { MetaParts } from './services/meta/operations.ts';
import { META_ROWS } from './services/meta/operations.ts';
import { ROUTING_ROWS } from './services/routing/operations.ts';
import type { RouteParts } from './services/routing/route.ts';
import { SCRIPT_ROWS } from './services/scripts/operations.ts';
import type { ToolParts } from './services/tools/catalogue.ts';
import { TOOL_ROWS } from './services/tools/operations.ts';

/** Everything that varies between two runs: time, ids, processes, files. It is passed in, so that no service imports it. */
export type ServiceParts = DecisionParts & RouteParts & ToolParts & LogParts & MetaParts;

/** The whole table; as it is for documents and tests, and servable by `createOperations`. */
export const OPERATIONS: readonly Row<ServiceParts>[] = [
  ...DECISION_ROWS,
  ...ROUTING_ROWS,
  ...SCRIPT_ROWS,
  ...TOOL_ROWS,
  ...LOG_ROWS,
  ...META_ROWS,
  ...CONSOLE_ROWS,
];

export const createOperations = (parts: ServiceParts): Operation[] => bind(OPERATIONS, parts);
