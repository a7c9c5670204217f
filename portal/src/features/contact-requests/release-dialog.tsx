import type { ListedContactRequest } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { useServerNow } from '@corvane/shared/lib/ticking-clock';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { useChange } from '../../app/use-change.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useWhileOpen } from '../../ui/dialogs/use-while-open.ts';
import { changeFailureWords, changeRequest } from './change/change-calls.ts';
import { lastChangeWords } from './change/last-change-words.ts';
import { requestKeys } from './request-keys.ts';
import { requestName } from './words.tsx';

interface ReleaseDialogProps {
  repId: string;
  request: ListedContactRequest;
  clockAheadMs: number;
  onClose(): void;
}

/** Asks for confirmation before a request leaves quarantine, because the team is mailed about it. */
export function ReleaseDialog({ repId, request, clockAheadMs, onClose }: ReleaseDialogProps) {
  const { api, toast } = useHostServices();
  const queries = useQueryClient();
  const close = useWhileOpen(onClose);
  const nowMs = useServerNow(clockAheadMs);
  const { requestId } = request;
  const [version, setVersion] = useState(request.version);
  const release = useChange({
    mutationKey: [...requestKeys.all(repId), 'release', requestId],
    mutationFn: () => changeRequest(api, { requestId, version, change: { release: true } }),
    onSuccess: (answer) => {
      // The next press starts from the stored version.
      if (answer.outcome === 'conflict') return setVersion(answer.request.version);
      toast({
        title: 'Released',
        description:
          answer.notified === false
            ? 'The request is in the list. The mail to the team failed and will be sent again.'
            : 'The request is in the list, and the team was mailed.',
        tone: answer.notified === false ? 'info' : 'success',
      });
      close();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: requestKeys.all(repId) }),
  });
  const failure = release.isError
    ? changeFailureWords(release.error)
    : release.data?.outcome === 'conflict'
      ? `${lastChangeWords(release.data.lastChange, nowMs)} Nothing was released.`
      : null;
  return (
    <ConfirmDialog
      title={`Release the request of ${requestName(request)}?`}
      description="It leaves quarantine and counts as new work. The team gets the mail about it that was held back."
      confirm="Release"
      busy={release.isPending}
      failure={failure}
      onConfirm={() => release.send()}
      onClose={onClose}
    />
  );
}
