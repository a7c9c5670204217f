import type { ManagerAccess } from '@corvane/shared/contracts/backend/operations/manager-access';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import {
  type MutationCacheNotifyEvent,
  type Query,
  type QueryCacheNotifyEvent,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { useServerNow } from '../../lib/server-clock.ts';
import { Shown } from '../../lib/shown.ts';
import { LostWork } from '../../ui/dialogs/portal-dialog.tsx';
import { QueryState } from '../../ui/tables/query-state.tsx';
import { ACCESS_KEY, accessQuery } from './api.ts';
import { CodeGate } from './code-gate.tsx';
import { LostWorkDialog } from './lost-work-dialog.tsx';

interface AccessGateProps {
  /** What the session says. The server's answer about the access may say otherwise. */
  isManager: boolean;
  /** The manager's address, to which the code is mailed. */
  email: string;
  /** Shown to a rep who is no longer a manager. */
  refused: ReactElement;
  /**
   * The area. It and its dialogs stay mounted but hidden while a new code is requested, so no typed text is lost. When
   * the right was taken away, the typed text can be copied.
   * @param leftMs the remaining time of the access. 0 when it has ended
   */
  children(leftMs: number): ReactNode;
}

/** Shows Operations to a manager who entered a mailed code in this session. */
export function AccessGate({ ...props }: AccessGateProps) {
  const { api } = useHostServices();
  const access = useQuery(accessQuery(api));
  return (
    <QueryState query={access} what="your access" skeleton="h-80">
      {(answer) => <KnownAccess access={answer} {...props} />}
    </QueryState>
  );
}

function KnownAccess({
  email,
  refused,
  children,
  access,
  ...session
}: AccessGateProps & { access: ManagerAccess }) {
  const queries = useQueryClient();
  const nowMs = useServerNow();
  const { managerUntil } = access;
  const isManager = session.isManager && access.isManager;
  const leftMs = managerUntil === null ? 0 : Math.max(Date.parse(managerUntil) - nowMs, 0);
  const isShown = isManager && leftMs > 0;
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);

  useEffect(() => {
    // Any call that was refused: what a tab wanted to show, or a dialog to save.
    function checkRefused(event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      const { error } = event.action;
      if (isApiError(error) && error.code === 'forbidden') {
        // Not again because the check itself was refused.
        const predicate = ({ state }: Query) => state.status === 'success';
        void queries.invalidateQueries({ queryKey: ACCESS_KEY, predicate });
      }
    }
    const caches = [queries.getQueryCache(), queries.getMutationCache()];
    const stops = caches.map((cache) => cache.subscribe(checkRefused));
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries]);

  const closed = isManager ? <CodeGate email={email} hasEnded={wasShown} /> : refused;
  return (
    <>
      {isShown ? null : closed}
      {wasShown ? (
        <Shown value={isShown}>
          <LostWork value={isManager ? null : LostWorkDialog}>
            <div hidden={!isShown}>{children(leftMs)}</div>
          </LostWork>
        </Shown>
      ) : null}
    </>
  );
}
