import {
  endOwnSessionsResponseSchema,
  type RepSettings,
  saveRepSettingsSchema,
} from '@corvane/shared/contracts/backend/representatives/rep-account';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';

/** @param sessionId one other session of the rep, or null for all others. @returns how many sessions ended */
export async function endSessions(api: ApiClient, sessionId: string | null): Promise<number> {
  return endOwnSessionsResponseSchema.parse(await api.invoke('end-own-sessions', { sessionId })).endedCount;
}

export async function saveSettings(api: ApiClient, settings: RepSettings): Promise<RepSettings> {
  return saveRepSettingsSchema.parse(await api.invoke('save-rep-settings', settings));
}
