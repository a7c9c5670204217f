import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type RepSettings,
  repSettingsSchema,
  type SavedRepSettings,
} from '@corvane/shared/contracts/backend/representatives/rep-account';
import { queryOptions } from '@tanstack/react-query';

/** What the rep decides alone. */
export function repSettingsQuery(api: Api) {
  return queryOptions({
    queryKey: ['account', 'settings'],
    queryFn: ({ signal }) => ask(api, 'get_rep_settings', {}, repSettingsSchema, { signal }),
  });
}

/** @returns all settings, as they are then */
export async function saveSettings(api: Api, settings: SavedRepSettings): Promise<RepSettings> {
  return ask(api, 'save-rep-settings', settings, repSettingsSchema);
}
