import { ask } from '@corvane/shared/contracts/backend/ask';
import { z } from '@corvane/shared/lib/zod';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { REFRESH_MS } from '../../ui/tables/pages-query.ts';
import { requestKeys } from './request-keys.ts';

/** The part of the answer that is counted: the whole schema would load with every tab. */
const answerSchema = z.object({ openCount: z.number().int().nonnegative() });

interface OpenRequestsWatchProps {
  /** Called with the number of open requests that are assigned to the rep. */
  onCount(openCount: number): void;
}

/** Counts the rep's open requests on any tab. Each change of a request counts them again. */
export function OpenRequestsWatch({ onCount }: OpenRequestsWatchProps) {
  const { api } = useHostServices();
  const { data } = useQuery({
    queryKey: requestKeys.part('open-count'),
    queryFn: async ({ signal }) => {
      const args = { page_size: 1, after: null };
      return (await ask(api, 'get_assigned_contact_requests', args, answerSchema, { signal })).openCount;
    },
    refetchInterval: REFRESH_MS,
  });
  useEffect(() => {
    if (data !== undefined) onCount(data);
  }, [data, onCount]);
  return null;
}
