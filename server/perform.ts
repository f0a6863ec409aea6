// Perform: one operation, from a request that was read to a reply or a ServiceError.
// In: a row of the table and what the transport read. Out: the reply. Why: HTTP and our own MCP tools must admit alike.

import { ServiceError } from './errors.ts';
import { withExhaustion } from './exhausted.ts';
import { requireScope } from './keys.ts';
import type { Operation, OperationRequest, Reply } from './operation.ts';

/** Performs an operation: calls the row's handler, which reads the body. Throws ServiceError for everything a caller can cause. */
export async function perform(operation: Operation, request: OperationRequest): Promise<Reply> {
  try {
    // A transport may have asked before it read the body; here is the place that no transport can forget.
    if (operation.scope !== null) requireScope(request.caller, operation.scope);
    checkQuery(operation, request);
    if (operation.request !== null && operation.bodyOptional !== true && request.bytes.length === 0) {
      throw new ServiceError('invalid_json', { message: 'A JSON body is required.' });
    }
    return await operation.handle(request);
  } catch (error) {
    throw withExhaustion(error);
  }
}

/** The tool servers' endpoints refuse what they do not know: an option that was misspelt would be missed when it is too late. */
function checkQuery(
  { family, query = {} }: Operation,
  { query: given, repeated = [] }: Pick<OperationRequest, 'query' | 'repeated'>,
): void {
  if (family !== 'mcp') return;
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(query, name))
      throw new ServiceError('invalid_request', { message: `${name}: unknown query parameter`, param: name });
    if (repeated.includes(name))
      throw new ServiceError('invalid_request', { message: `${name}: given more than once`, param: name });
    const allowed = query[name]?.['enum'] as readonly string[] | undefined;
    if (allowed !== undefined && !allowed.includes(value))
      throw new ServiceError('invalid_request', {
        message: `${name}: one of ${allowed.join(', ')} is expected`,
        param: name,
      });
  }
}
