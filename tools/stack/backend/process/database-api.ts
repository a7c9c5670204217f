import { RETRY_AFTER_SECONDS } from './database-limits.ts';
import type { SentRequest } from './database-messages.ts';
import { type CallOptions, DatabaseUnavailable, type SupervisedDatabase } from './supervised-database.ts';

/** The API of the database process, as if it were in this one. No answer is a 503, in the shape of PostgREST's. */
export async function fetchFromDatabase(
  database: SupervisedDatabase,
  request: Request,
  options: CallOptions,
): Promise<Response> {
  try {
    const { status, headers, body } = await database.rest(await sentRequest(request), options);
    return new Response(isBodiless(status) ? null : new Uint8Array(body), { status, headers });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return Response.json(
      // As PostgREST says that it has no connection to the database.
      { code: 'PGRST001', message: 'The database cannot answer right now.', details: null, hint: null },
      { status: 503, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
    );
  }
}

async function sentRequest(request: Request): Promise<SentRequest> {
  const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
  return { url: request.url, method: request.method, headers: [...request.headers], body };
}

function isBodiless(status: number): boolean {
  return status === 204 || status === 304;
}
