import { Alert } from '@corvane/shared/ui/alert';
import { Skeleton } from '@corvane/shared/ui/data-states';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useHostServices } from '../../app/host-services-context.tsx';
import { failureWords } from '../../lib/failure-words.ts';
import { QueryState } from '../../ui/tables/query-state.tsx';
import { accountKeys, repSettingsQuery, saveSettings } from './api.ts';

/** Whether the rep gets a mail about opened links. A change is stored at once. */
export function OpeningMailChoice({ repId }: { repId: string }) {
  const { api } = useHostServices();
  const queries = useQueryClient();
  const settings = useQuery(repSettingsQuery(api, repId));
  const save = useMutation({
    mutationFn: (mailOnOpening: boolean) => saveSettings(api, { mailOnOpening }),
    onSuccess: async (saved) => {
      // Settings that were read before the change must not replace it.
      await queries.cancelQueries({ queryKey: accountKeys.settings(repId) });
      queries.setQueryData(accountKeys.settings(repId), saved);
    },
  });

  return (
    <QueryState query={settings} what="your settings" skeleton={<Skeleton className="h-11 w-full" />}>
      {({ mailOnOpening }) => (
        <>
          {save.isError ? <Alert tone="error" title={failureWords(save.error)} /> : null}
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              name="mail-on-opening"
              className="size-4 shrink-0 accent-teal"
              checked={save.isPending ? save.variables : mailOnOpening}
              onChange={(event) => {
                if (!save.isPending) save.mutate(event.target.checked);
              }}
            />
            Email me when a customer first opens an access link
          </label>
          <p role="status" className="text-muted">
            {save.isPending ? 'Saving' : save.isSuccess ? 'Saved' : ''}
          </p>
        </>
      )}
    </QueryState>
  );
}
