import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import type { Customer } from '@corvane/shared/contracts/backend/customers/customers';
import { customerName } from '@corvane/shared/contracts/backend/customers/customers';
import { revokeAccessResponseSchema } from '@corvane/shared/contracts/backend/customers/qualification';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { useDone } from '../../app/done.tsx';
import { useHostServices } from '../../app/host-services-context.tsx';
import { accessFailureWords, extendAccess, extendedWords } from '../../lib/extend-access.ts';
import { ConfirmChange, ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import type { AccessAction } from './access.tsx';
import { customersKeys } from './api.ts';

interface AccessDialogProps {
  customer: Customer;
  action: AccessAction;
  onClose(): void;
  /** Opens the Qualify tab with the customer's details filled in. */
  onIssueAgain(customer: Customer): void;
}

/** Explains a change of a customer's access and asks before it. It stays open after a failure. */
export default function AccessDialog({ customer, action, onClose, onIssueAgain }: AccessDialogProps) {
  const { api } = useHostServices();
  const say = useDone();
  const name = customerName(customer);
  const words = WORDS[action];
  const extension = durationWords(customer.extensionSeconds);

  const question = {
    title: words.title(name),
    description: words.means(extension),
    confirm: words.confirm(extension),
    onClose,
  };
  if (action === 'issue') {
    return (
      <ConfirmDialog {...question} busy={false} failure={null} onConfirm={() => onIssueAgain(customer)} />
    );
  }
  return (
    <ConfirmChange
      {...question}
      isFinal={action === 'revoke'}
      mutationKey={[...customersKeys.all, 'access', customer.customerId]}
      // Also after a failure: the customer's status may differ from the list.
      staleKeys={[customersKeys.all]}
      act={async () => {
        const description =
          action === 'extend'
            ? extendedWords(name, await extendAccess(api, { customerId: customer.customerId }))
            : `${name} sees no prices from now on.`;
        if (action === 'revoke') await revokeAccess(api, customer.customerId);
        say({ title: words.done, description });
        return null;
      }}
      failureWords={accessFailureWords}
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
      `The customer's link works for ${extension} from now. We tell them by email if that adds an hour.`,
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

/** @returns when access was first revoked, UTC ISO 8601 */
async function revokeAccess(api: Api, customerId: string): Promise<string> {
  return (await ask(api, 'revoke-access', { customerId }, revokeAccessResponseSchema)).revokedAt;
}
