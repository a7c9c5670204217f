import {
  type ManagerAccess,
  managerAccessSchema,
} from '@corvane/shared/contracts/backend/operations/manager-access';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';
import { queryOptions } from '@tanstack/react-query';
import { beginCall, callOrTakeBegun } from '../../app/begun-calls.ts';
import { type Timed, timed } from '../../lib/timed.ts';

const REFRESH_MS = 60_000;

export function accessKey(repId: string) {
  return ['operations', repId, 'access'] as const;
}

/** Asks early. `accessQuery` takes the answer. */
export function beginAccessCall(api: ApiClient, repId: string): void {
  beginCall(api, repId, 'get_manager_access', {});
}

/** Whether this session may use Operations, and when that ends. */
export function accessQuery(api: ApiClient, repId: string) {
  return queryOptions({
    queryKey: accessKey(repId),
    queryFn: async ({ signal }): Promise<Timed<ManagerAccess>> =>
      timed(
        managerAccessSchema.parse(await callOrTakeBegun(api, [repId, 'get_manager_access', {}], { signal })),
      ),
    refetchInterval: REFRESH_MS,
  });
}
