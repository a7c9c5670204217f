import { OVERRIDE_TOKEN_PARAMETER } from '@corvane/shared/contracts/remote/override';
import type { PageConfig } from '@corvane/shared/contracts/remote/page-config';
import { storageOf } from '@corvane/shared/lib/storage-of';

export const OVERRIDE_STORAGE_KEY = 'host:override';

/** Whether this tab may show another build of a remote. Its code is loaded only then. */
export function isOverridden(config: PageConfig, window: Window): boolean {
  return (
    config.override !== undefined ||
    window.location.search.includes(`${OVERRIDE_TOKEN_PARAMETER}=`) ||
    storageOf('session', window).getItem(OVERRIDE_STORAGE_KEY) !== null
  );
}
