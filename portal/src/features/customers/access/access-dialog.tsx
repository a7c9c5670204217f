import type { Customer } from '@corvane/shared/contracts/backend/customers/customers';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { useQueryClient } from '@tanstack/react-query';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useChange } from '../../../app/use-change.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useWhileOpen } from '../../../ui/dialogs/use-while-open.ts';
import { customerName, customersKeys } from '../api.ts';
import { accessFailureWords, extendAccess, revokeAccess } from './access-calls.ts';

export type AccessAction = 'extend' | 'revoke' | 'issue';

interface AccessDialogProps {
  repId: string;
  customer: Customer;
  action: AccessAction;
  onClose(): void;
  /** Opens the Qualify tab with the customer's details filled in. */
  onIssueAgain(customer: Customer): void;
}

/**
 * Asks for confirmation before it changes a customer's access, explains the change, and stays open after a
 * failure.
 */
export function AccessDialog({ repId, customer, action, onClose, onIssueAgain }: AccessDialogProps) {
  const { api, toast } = useHostServices();
  const queries = useQueryClient();
  const close = useWhileOpen(onClose);
  const name = customerName(customer);
  const words = WORDS[action];
  const extension = durationWords(customer.extensionSeconds);

  const change = useChange({
    mutationKey: [...customersKeys.all(repId), 'access', customer.customerId],
    mutationFn: async () => {
      if (action === 'extend') {
        const endsAt = await extendAccess(api, customer.customerId);
        return `${name} can use the link until ${formatExactInstant(endsAt)}.`;
      }
      await revokeAccess(api, customer.customerId);
      return `${name} sees no prices from now on.`;
    },
    onSuccess: (description) => {
      toast({ title: words.done, description, tone: 'success' });
      close();
    },
    // Also after a failure: the customer's status may differ from the list.
    onSettled: () => void queries.invalidateQueries({ queryKey: customersKeys.all(repId) }),
  });

  function confirm() {
    if (action === 'issue') onIssueAgain(customer);
    else change.send();
  }

  return (
    <ConfirmDialog
      title={words.title(name)}
      description={words.means(extension)}
      confirm={words.confirm(extension)}
      isFinal={action === 'revoke'}
      busy={change.isPending}
      failure={change.isError ? accessFailureWords(change.error) : null}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

interface ActionWords {
  title(name: string): string;
  /** @param extension how long the extended link works, in words */
  means(extension: string): string;
  confirm(extension: string): string;
  done: string;
}

const WORDS: Record<AccessAction, ActionWords> = {
  extend: {
    title: (name) => `Extend access for ${name}?`,
    means: (extension) =>
      `The customer's link works for ${extension} from now. You do not need to send anything.`,
    confirm: (extension) => `Extend to ${extension}`,
    done: 'Access extended',
  },
  revoke: {
    title: (name) => `Revoke access for ${name}?`,
    means: () =>
      'The link stops working now, and the customer is signed out everywhere. You cannot undo this, but you can issue a new link at any time.',
    confirm: () => 'Revoke access',
    done: 'Access revoked',
  },
  issue: {
    title: (name) => `Issue a new link for ${name}?`,
    means: () =>
      'This opens Qualify Customers with the details filled in. The customer confirms the address with a new code. The new link replaces the old one.',
    confirm: () => 'Go to Qualify Customers',
    done: '',
  },
};
