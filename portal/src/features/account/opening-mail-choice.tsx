import { Alert } from '@corvane/shared/ui/alert';
import { ErrorState, PendingRegion, Skeleton } from '@corvane/shared/ui/data-states';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useHostServices } from '../../app/host-services-context.tsx';
import { failureWords } from '../../lib/failure-words.ts';
import { hasFailed } from '../../lib/has-failed.ts';
import { accountKeys, repSettingsQuery } from './account.queries.ts';
import { saveSettings } from './account-calls.ts';

/** Whether the rep is mailed about opened links. Kept at once. */
export function OpeningMailChoice({ repId }: { repId: string }) {
  const { api } = useHostServices();
  const queries = useQueryClient();
  const settings = useQuery(repSettingsQuery(api, repId));
  const save = useMutation({
    mutationFn: (mailOnOpening: boolean) => saveSettings(api, { mailOnOpening }),
    onSuccess: (saved) => queries.setQueryData(accountKeys.settings(repId), saved),
  });

  if (settings.isPending && !hasFailed(settings)) {
    return (
      <PendingRegion label="Loading your settings">
        <Skeleton className="h-11 w-full" />
      </PendingRegion>
    );
  }
  if (settings.data === undefined) {
    return (
      <ErrorState
        title="Failed to load your settings."
        onRetry={() => void settings.refetch()}
        retrying={settings.isFetching}
      />
    );
  }
  return (
    <>
      {save.isError ? <Alert tone="error" title={failureWords(save.error)} /> : null}
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name="mail-on-opening"
          className="size-4 shrink-0 accent-teal"
          checked={save.isPending ? save.variables : settings.data.mailOnOpening}
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
  );
}
