import type { ChangeRepRequest } from '@corvane/shared/contracts/backend/representatives/rep-change';
import type { ListedRep } from '@corvane/shared/contracts/backend/representatives/rep-list';
import { counted } from '@corvane/shared/lib/counted';
import { freshKey } from '@corvane/shared/lib/fresh-id';
import { useState } from 'react';
import { useDone } from '../../../app/done.tsx';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { ConfirmChange } from '../../../ui/dialogs/confirm-dialog.tsx';
import { changeRep, REP_CHANGE, repConflictWords, repFailureWords, repKeys } from '../api.ts';

export type ConfirmedAction = 'disable' | 'enable' | 'rotate' | 'take' | 'take-no';

interface RepConfirmProps {
  rep: ListedRep;
  action: ConfirmedAction;
  onSalesId(name: string, salesId: string): void;
  onClose(): void;
}

/** Asks for confirmation before a representative is disabled, enabled, or given another sales ID or new requests. */
export function RepConfirm({ rep, action, onSalesId, onClose }: RepConfirmProps) {
  const { api } = useHostServices();
  const say = useDone();
  const [salesIdSince, setSalesIdSince] = useState(rep.salesIdSince);
  const [idempotencyKey, setKey] = useState(freshKey);
  const { id: repId, name } = rep;
  const { title, description, confirm } = WORDS[action](rep);

  function request(): ChangeRepRequest {
    switch (action) {
      case 'disable':
        return { action, repId };
      case 'enable':
        return { action, repId, idempotencyKey };
      case 'rotate':
        return { action, repId, salesIdSince, idempotencyKey };
      default:
        return { action: 'take_requests', repId, takesRequests: action === 'take' };
    }
  }

  async function act(): Promise<string | null> {
    const answer = await changeRep(api, request());
    switch (answer.outcome) {
      case 'conflict':
        // The next press starts from the stored version, as a new request.
        setSalesIdSince(answer.rep.salesIdSince);
        setKey(freshKey());
        return `${repConflictWords(answer)} Nothing was changed.`;
      case 'enabled':
      case 'rotated':
        onSalesId(name, answer.salesId);
        return null;
      case 'set':
        say({
          title: 'Saved',
          description: `${name} gets ${action === 'take' ? '' : 'no '}new requests in turn.`,
        });
        return null;
      case 'disabled':
        say({
          title: 'Disabled',
          description: `${name} can no longer sign in. ${counted(answer.endedSessions, 'session')} ended.`,
        });
        return null;
      default:
        return null;
    }
  }
  return (
    <ConfirmChange
      title={title}
      description={description}
      confirm={confirm}
      isFinal={action === 'disable' || action === 'rotate'}
      mutationKey={[...REP_CHANGE, repId]}
      staleKeys={[repKeys.all]}
      act={act}
      failureWords={repFailureWords}
      onClose={onClose}
    />
  );
}

const WORDS: Readonly<
  Record<ConfirmedAction, (rep: ListedRep) => { title: string; description: string; confirm: string }>
> = {
  disable: ({ name, customers, openRequests }) => ({
    title: `Disable ${name}?`,
    description: `They are signed out and can no longer sign in. ${
      customers + openRequests === 0
        ? 'They have no customers and no open requests.'
        : `${counted(customers, 'customer')} and ${counted(openRequests, 'open request')} stay with them until you hand them over.`
    }`,
    confirm: 'Disable',
  }),
  enable: ({ name }) => ({
    title: `Enable ${name}?`,
    description: 'They can sign in again, with a new sales ID. Older ones stay void.',
    confirm: 'Enable',
  }),
  take: ({ name }) => ({
    title: `Give ${name} new requests?`,
    description:
      'Requests of strangers go to those who take them, in turn, and each gets a mail. They can pause that themselves.',
    confirm: 'Give new requests',
  }),
  'take-no': ({ name }) => ({
    title: `Give ${name} no new requests?`,
    description: 'What they have stays with them. If no one takes new requests, you assign them yourself.',
    confirm: 'Give no new requests',
  }),
  rotate: ({ name, liveSessions }) => ({
    title: `Give ${name} a new sales ID?`,
    description: `The old one stops working at once, and ${counted(liveSessions, 'live session')} ${liveSessions === 1 ? 'ends' : 'end'}. Your own session stays.`,
    confirm: 'Make a new sales ID',
  }),
};
