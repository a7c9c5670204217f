import type { Api } from '@corvane/shared/contracts/backend/ask';
import type { HostServices, ToastMessage } from '@corvane/shared/contracts/remote/host-services';
import type { QueryClient } from '@tanstack/react-query';

/** Shows each of these, unless the rep wants no such messages. The setting is asked for when there is news. */
export async function tellNews(
  { api, toast }: { api: Api; toast: HostServices['toast'] },
  queries: QueryClient,
  news: readonly ToastMessage[],
): Promise<void> {
  if (await isWanted(api, queries)) for (const message of news) toast({ ...message, tone: 'info' });
}

/** Also true if that cannot be known now. */
async function isWanted(api: Api, queries: QueryClient): Promise<boolean> {
  try {
    const { repSettingsQuery } = await import('./rep-settings.ts');
    return (await queries.fetchQuery(repSettingsQuery(api))).toastOnNews;
  } catch {
    return true;
  }
}
