import type { ListedContactRequest } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { useState } from 'react';
import { useDone } from '../../app/done.tsx';
import { useHostServices } from '../../app/host-services-context.tsx';
import { serverNowMs } from '../../lib/server-clock.ts';
import { ConfirmChange } from '../../ui/dialogs/confirm-dialog.tsx';
import { changeFailureWords, changeRequest, lastChangeWords } from './api.ts';
import { requestKeys } from './request-keys.ts';
import { requestName } from './words.tsx';

/** Asks for confirmation before a request leaves quarantine, because the team is mailed about it. */
export function ReleaseDialog({ request, onClose }: { request: ListedContactRequest; onClose(): void }) {
  const { api } = useHostServices();
  const say = useDone();
  const { requestId } = request;
  const [version, setVersion] = useState(request.version);
  return (
    <ConfirmChange
      title={`Release the request of ${requestName(request)}?`}
      description="It is no longer held back and counts as new work. The team gets the mail about it."
      confirm="Release"
      mutationKey={[...requestKeys.all, 'release', requestId]}
      staleKeys={[requestKeys.all]}
      act={async () => {
        const answer = await changeRequest(api, { requestId, version, change: { release: true } });
        if (answer.outcome === 'conflict') {
          // The next press starts from the stored version.
          setVersion(answer.request.version);
          return `${lastChangeWords(answer.lastChange, serverNowMs())} Nothing was released.`;
        }
        say({
          title: 'Released',
          description:
            answer.notified === false
              ? 'The request is in the list. The mail to the team failed and will be sent again.'
              : 'The request is in the list, and the team was mailed.',
          tone: answer.notified === false ? 'info' : 'success',
        });
        return null;
      }}
      failureWords={changeFailureWords}
      onClose={onClose}
    />
  );
}
