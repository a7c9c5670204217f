import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type ManagerAccess,
  managerAccessSchema,
} from '@corvane/shared/contracts/backend/operations/manager-access';
import { queryOptions } from '@tanstack/react-query';
import { beginCall, takingBegun } from '../../app/begun-calls.ts';
import { type Timed, timed } from '../../lib/timed.ts';

const REFRESH_MS = 60_000;

export function accessKey(repId: string) {
  return ['operations', repId, 'access'] as const;
}

/** Asks early. `accessQuery` takes the answer. */
export function beginAccessCall(api: Api, repId: string): void {
  beginCall(api, repId, 'get_manager_access', {});
}

/** Whether this session may use Operations, and when that ends. */
export function accessQuery(api: Api, repId: string) {
  return queryOptions({
    queryKey: accessKey(repId),
    queryFn: async ({ signal }): Promise<Timed<ManagerAccess>> =>
      timed(await ask(takingBegun(api, repId), 'get_manager_access', {}, managerAccessSchema, { signal })),
    refetchInterval: REFRESH_MS,
  });
}
