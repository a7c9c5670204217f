import { App } from '@supabase/lite';
import type { BackendSecrets } from '../data-dir/backend-secrets.ts';
import type { Database } from '../engine/database.ts';
import { jsonDepth } from './json-depth.ts';

/** The only paths let through: tables and procedures. The library's own pages and other services stay out of reach. */
const REST_PATH = /^\/rest\/v1\/(rpc\/)?[a-z_][a-z0-9_]*$/;

/**
 * No body that we send nests half as deep. The embedded database stops answering at some thousand levels. Real
 * PostgREST reads no deeper than its server's max_stack_depth.
 */
const MAX_JSON_DEPTH = 32;

/**
 * Before the API checks a token, the library looks its subject up among the users of its own auth service. It fails
 * without such a service. Our people are not such users. The API's own check of the signature decides, and the
 * session that the policies check.
 */
const NO_AUTH_USERS = { repo: { findUserById: async () => null, findSessionById: async () => null } };

interface LiteContext {
  set(name: 'authService', value: typeof NO_AUTH_USERS): void;
}

async function withoutAuthUsers(context: LiteContext, next: () => Promise<void>): Promise<void> {
  context.set('authService', NO_AUTH_USERS);
  await next();
}

function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, message, details: null, hint: null }, { status });
}

/** PostgREST calls a procedure once for each item of a list. Nothing of ours sends one, and the library cannot. */
async function isBulkCall(request: Request): Promise<boolean> {
  if (request.body === null || !new URL(request.url).pathname.includes('/rpc/')) return false;
  return (await request.clone().text()).trimStart().startsWith('[');
}

/**
 * The database's API below `/rest/v1`, as PostgREST speaks it. Every request needs a key, and never more than the
 * key's or the token's role.
 */
export function createRestApi(
  database: Database,
  secrets: BackendSecrets,
): (request: Request) => Promise<Response> {
  const app = new App({
    connection: database.connection,
    api: { enabled: true, schemas: ['public'], max_rows: 1000 },
    auth: {
      enabled: false,
      jwt_secret: secrets.jwtSecret,
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
    },
    storage: { enabled: false },
    studio: { enabled: false },
    options: { server: { admin: false, disableStudio: true, middlewares: [withoutAuthUsers] } },
  } as unknown as ConstructorParameters<typeof App>[0]);

  return async (request) => {
    if (!REST_PATH.test(new URL(request.url).pathname)) {
      return refusal(404, 'PGRST125', 'Invalid path specified in request URL');
    }
    if (await isBulkCall(request)) {
      return refusal(400, 'PGRST102', 'The arguments of a procedure must be one JSON object');
    }
    try {
      const { url, method, headers, signal } = request;
      const body = request.body === null ? undefined : await request.text();
      if (body !== undefined && jsonDepth(body) > MAX_JSON_DEPTH) {
        return refusal(400, 'PGRST102', `The body nests deeper than ${MAX_JSON_DEPTH} levels`);
      }
      const response = await database.exclusively(() =>
        app.fetch(new Request(url, { method, headers, body, signal })),
      );
      if (response.status < 500) return response;
      await response.body?.cancel();
      return refusal(response.status, 'XX000', 'The database could not answer.');
    } catch {
      return refusal(500, 'XX000', 'The database could not answer.');
    }
  };
}
