import { DatabaseError } from '../../database/database-call.ts';
import { askDatabase } from '../../request/ask-database.ts';
import type { Handler } from '../../request/endpoint.ts';
import { RequestError } from '../../request-error.ts';

/**
 * For a manager: hands out a list of personal data for a file, page by page. A function, not a procedure that browsers
 * call: the call that hands out rows writes a line of the audit trail.
 */
export const exportList: Handler<'export-list'> = (asked, deps) =>
  askDatabase('export_list')(asked, deps).catch(refuseInvalid);

/** The database reads the cursor and the texts of the filter. Its class 22 says that one of them is invalid. */
function refuseInvalid(error: unknown): never {
  if (error instanceof DatabaseError && error.code.startsWith('22')) {
    throw new RequestError('invalid_request', 'The filter or the cursor is invalid.', { cause: error });
  }
  throw error;
}
