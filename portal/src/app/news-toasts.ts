import type { Api } from '@corvane/shared/contracts/backend/ask';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import type { HostServices, ToastMessage } from '@corvane/shared/contracts/remote/host-services';
import { isCancelledError, type QueryClient } from '@tanstack/react-query';

/** Shows each of these, unless the rep wants no such messages. The setting is asked for when there is news. */
export async function tellNews(
  { api, toast }: { api: Api; toast: HostServices['toast'] },
  queries: QueryClient,
  news: readonly ToastMessage[],
): Promise<void> {
  if (await isWanted(api, queries)) for (const message of news) toast({ ...message, tone: 'info' });
}

/** Also true if that cannot be known now. False when the session ends meanwhile: the page that follows is anybody's. */
async function isWanted(api: Api, queries: QueryClient): Promise<boolean> {
  try {
    const { repSettingsQuery } = await import('./rep-settings.ts');
    return (await queries.fetchQuery(repSettingsQuery(api))).toastOnNews;
  } catch (error) {
    return !isCancelledError(error) && !(isApiError(error) && error.code === 'unauthenticated');
  }
}
