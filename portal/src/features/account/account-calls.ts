import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  endOwnSessionsResponseSchema,
  type RepSettings,
  saveRepSettingsSchema,
} from '@corvane/shared/contracts/backend/representatives/rep-account';

/** @param sessionId one other session of the rep, or null for all others. @returns how many sessions ended */
export async function endSessions(api: Api, sessionId: string | null): Promise<number> {
  return (await ask(api, 'end-own-sessions', { sessionId }, endOwnSessionsResponseSchema)).endedCount;
}

export async function saveSettings(api: Api, settings: RepSettings): Promise<RepSettings> {
  return ask(api, 'save-rep-settings', settings, saveRepSettingsSchema);
}
