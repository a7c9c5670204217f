import type { RepToday as RepTodayAnswer } from '@corvane/shared/contracts/backend/representatives/rep-today';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { withQueries } from '../../app/session-queries.tsx';
import { useRequestNews } from '../../features/contact-requests/request-news.ts';
import { OpeningsWatch } from '../../features/customers/openings-watch.tsx';
import { repTodayQuery } from '../../features/rep-today/api.ts';
import { RepToday } from '../../features/rep-today/rep-today.tsx';

interface NewsProps {
  onToday(today: RepTodayAnswer): void;
}

/** Announces news on any tab. Fetched when the first view is painted. */
export const News = withQueries(({ onToday }: NewsProps) => {
  const { data } = useQuery(repTodayQuery(useHostServices().api));
  useRequestNews(data?.requests.newest);
  useEffect(() => {
    if (data !== undefined) onToday(data);
  }, [data, onToday]);
  return <OpeningsWatch />;
});

export const Today = withQueries(RepToday);
