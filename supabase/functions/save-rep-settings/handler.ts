import { saveRepSettingsSchema } from '../../../shared/src/contracts/backend/representatives/rep-account.ts';
import type { FunctionDeps } from '../_shared/deps.ts';
import { callerOf } from '../_shared/request/caller.ts';
import { jsonEndpoint } from '../_shared/request/json-endpoint.ts';
import { parseRequest } from '../_shared/request/parse-request.ts';
import { notARepresentative, readRepToken } from '../_shared/request/rep-token.ts';

/** Stores a representative's own settings. */
export function handle(request: Request, deps: FunctionDeps): Promise<Response> {
  return jsonEndpoint('save-rep-settings', request, deps, async ({ body, correlationId }) => {
    const { sessionId } = await readRepToken(request, deps);
    const settings = parseRequest(saveRepSettingsSchema, body);
    const { ipAddress, userAgent } = await callerOf(request, deps.config);
    const { outcome } = await deps.database.saveRepSettings({ sessionId, ...settings, ipAddress, userAgent });
    if (outcome === 'unauthenticated') throw notARepresentative();
    deps.log({ level: 'info', event: 'rep_settings_saved', correlationId, sessionId });
    return { body: settings };
  });
}
