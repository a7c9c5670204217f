import type { HostServices, ToastMessage } from '@corvane/shared/contracts/remote/host-services';
import { keep, storageOf } from '@corvane/shared/lib/storage-of';

const STORAGE_KEY = 'portal:toasts';

/** Whether this browser shows news as it happens. On unless the person turned it off. */
export function areNewsToastsOn(): boolean {
  return storageOf('local').getItem(STORAGE_KEY) !== 'off';
}

export function turnNewsToasts(on: boolean): void {
  keep(STORAGE_KEY, on ? null : 'off');
}

/** Shows each of these, unless the person wants no such messages. */
export function tellNews({ toast }: Pick<HostServices, 'toast'>, news: readonly ToastMessage[]): void {
  if (areNewsToastsOn()) for (const message of news) toast({ ...message, tone: 'info' });
}
