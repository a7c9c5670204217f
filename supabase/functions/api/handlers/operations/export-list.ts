import { DatabaseError } from '../../database/database-call.ts';
import type { Handler } from '../../request/endpoint.ts';
import { notAManager } from '../../request/not-a-manager.ts';
import { notARepresentative } from '../../request/rep-token.ts';
import { RequestError } from '../../request/request-error.ts';

/**
 * For a manager: hands out a list of personal data for a file, page by page. A function, not a procedure that browsers
 * call: the call that hands out rows writes a line of the audit trail.
 */
export const exportList: Handler<'export-list'> = async ({ body: wanted, session, caller }, deps) => {
  const exported = await deps.database
    .exportList({ sessionId: session.sessionId, wanted, ...caller })
    .catch(refuseInvalid);
  switch (exported.outcome) {
    case 'unauthenticated':
      throw notARepresentative();
    case 'forbidden':
      throw notAManager();
    case 'exported':
      return { body: { page: exported.page } };
  }
};

/** The database reads the cursor and the texts of the filter. Its class 22 says that one of them is invalid. */
function refuseInvalid(error: unknown): never {
  if (error instanceof DatabaseError && error.code.startsWith('22')) {
    throw new RequestError('invalid_request', 'The filter or the cursor is invalid.', { cause: error });
  }
  throw error;
}
