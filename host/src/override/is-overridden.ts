import { OVERRIDE_TOKEN_PARAMETER } from '@corvane/shared/contracts/remote/override';
import type { PageConfig } from '@corvane/shared/contracts/remote/page-config';

export const OVERRIDE_STORAGE_KEY = 'host:override';

/** Whether this tab may show another build of a remote. Its code is loaded only then. */
export function isOverridden(config: PageConfig, { location, sessionStorage }: Window): boolean {
  return (
    config.override !== undefined ||
    location.search.includes(`${OVERRIDE_TOKEN_PARAMETER}=`) ||
    sessionStorage.getItem(OVERRIDE_STORAGE_KEY) !== null
  );
}
