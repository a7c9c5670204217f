import type { RepToday } from '@corvane/shared/contracts/backend/representatives/rep-today';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { tellNews } from '../../app/news-toasts.ts';
import { requestKeys } from './request-keys.ts';

/**
 * Announces requests that the rep is given while the portal is open, and reloads the list.
 * @param newest from the server's `get_rep_today`, undefined until the first answer, which is no news
 */
export function useRequestNews(newest: RepToday['requests']['newest'] | undefined): void {
  const { api, toast } = useHostServices();
  const queries = useQueryClient();
  /** When the last request was given that was announced or is no news. The server writes all instants alike. */
  const told = useRef<string>(null);

  useEffect(() => {
    if (newest === undefined) return;
    const last = newest[0]?.assignedAt ?? '';
    const before = told.current ?? last;
    told.current ??= last;
    if (last <= before) return;
    told.current = last;
    const fresh = newest.filter(({ assignedAt }) => assignedAt > before);
    void queries.invalidateQueries({ queryKey: requestKeys.all });
    void tellNews({ api, toast }, queries, [
      { title: fresh.length > 1 ? `${fresh.length} new requests` : `New request from ${fresh[0]?.name}` },
    ]);
  }, [newest, queries, api, toast]);
}
