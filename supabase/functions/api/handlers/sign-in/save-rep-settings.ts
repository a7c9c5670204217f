import type { Handler } from '../../request/endpoint.ts';
import { notARepresentative } from '../../request/rep-token.ts';

/** Stores a representative's own settings. */
export const saveRepSettings: Handler<'save-rep-settings'> = async (
  { body: settings, session, caller, correlationId },
  deps,
) => {
  const { outcome } = await deps.database.saveRepSettings({
    sessionId: session.sessionId,
    ...settings,
    ...caller,
  });
  if (outcome === 'unauthenticated') throw notARepresentative();
  deps.log({ level: 'info', event: 'rep_settings_saved', correlationId, sessionId: session.sessionId });
  return { body: settings };
};
