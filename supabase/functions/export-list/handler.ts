import { exportListRequestSchema } from '../../../shared/src/contracts/backend/operations/export-list.ts';
import { DatabaseError } from '../_shared/database/database-call.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { callerOf } from '../_shared/request/caller.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { notAManager } from '../_shared/request/not-a-manager.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { notARepresentative, readRepToken } from '../_shared/request/rep-token.ts';
import { RequestError } from '../_shared/request/request-error.ts';

/**
 * For a manager: hands out a list of personal data for a file, page by page. A function, not a procedure that browsers
 * call: the call that hands out rows writes a line of the audit trail.
 */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('export-list', request, deps, async ({ body }) => {
    const { sessionId } = await readRepToken(request, deps);
    const wanted = parseRequest(exportListRequestSchema, body);
    const { ipAddress, userAgent } = await callerOf(request, deps.config);
    const exported = await deps.database
      .exportList({ sessionId, wanted, ipAddress, userAgent })
      .catch(refuseInvalid);
    switch (exported.outcome) {
      case 'unauthenticated':
        throw notARepresentative();
      case 'forbidden':
        throw notAManager();
      case 'exported':
        return { body: { page: exported.page } };
    }
  });
}

/** The database reads the cursor and the texts of the filter. Its class 22 says that one of them is invalid. */
function refuseInvalid(error: unknown): never {
  if (error instanceof DatabaseError && error.code.startsWith('22')) {
    throw new RequestError('invalid_request', 'The filter or the cursor is invalid.', { cause: error });
  }
  throw error;
}
