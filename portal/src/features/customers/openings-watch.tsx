import { customerName } from '@corvane/shared/contracts/backend/customers/customers';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { tellNews } from '../../app/news-toasts.ts';
import { WAITING_KEY } from '../../app/session-query-client.ts';
import { ALL_CUSTOMERS, customerOpeningsQuery } from './openings.ts';

/** More openings than this at once are announced in one message. */
const TOLD_ONE_BY_ONE = 3;

/** Announces on any tab that a customer opened a link, and reloads the list. */
export function OpeningsWatch() {
  const { api, toast } = useHostServices();
  const queries = useQueryClient();
  const { data, dataUpdatedAt } = useQuery(customerOpeningsQuery(api, queries));
  const toldAt = useRef(dataUpdatedAt);

  useEffect(() => {
    if (data === undefined || toldAt.current === dataUpdatedAt) return;
    toldAt.current = dataUpdatedAt;
    if (data.fresh.length === 0) return;
    for (const queryKey of [ALL_CUSTOMERS, WAITING_KEY]) void queries.invalidateQueries({ queryKey });
    void tellNews(
      { api, toast },
      queries,
      data.fresh.length > TOLD_ONE_BY_ONE
        ? [{ title: `Opened: ${data.fresh.length} customers opened their access links` }]
        : data.fresh.map((opening) => ({
            title: `Opened: ${customerName(opening)} opened the access link`,
            ...(opening.company === '' ? {} : { description: opening.company }),
          })),
    );
  }, [data, dataUpdatedAt, queries, api, toast]);

  return null;
}
