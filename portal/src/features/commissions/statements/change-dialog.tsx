import type { Statement } from '@corvane/shared/contracts/backend/statements/statements';
import { counted } from '@corvane/shared/lib/counted';
import { formatMonth } from '@corvane/shared/lib/months';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { ConfirmChange } from '../../../ui/dialogs/confirm-dialog.tsx';
import { formatSignedCents } from '../../../ui/facts/signed-cents.tsx';
import { changeStatements, statementFailureWords, statementKeys } from './api.ts';

export type StatementAction = 'approve' | 'pay';

const WORDS = {
  approve: {
    confirm: 'Approve',
    rule: 'An approved statement never changes. What changes later is a correction in the next.',
  },
  pay: { confirm: 'Mark as paid', rule: 'This notes that the money was paid. It cannot be undone.' },
} as const;

interface ChangeDialogProps {
  action: StatementAction;
  month: string;
  /** As the list has them now. */
  statements: readonly Statement[];
  onClose(): void;
}

/** Asks before statements are approved or noted as paid, and says which were left as they are. */
export function ChangeDialog({ action, month, statements, onClose }: ChangeDialogProps) {
  const { api } = useHostServices();
  const { confirm, rule } = WORDS[action];
  const [only] = statements;
  const whose =
    statements.length === 1 && only !== undefined
      ? `the statement of ${only.name}`
      : counted(statements.length, 'statement');
  const payCents = statements.reduce((sum, statement) => sum + statement.payCents, 0);
  return (
    <ConfirmChange
      title={`${confirm}: ${whose} for ${formatMonth(month)}?`}
      description={`${formatSignedCents(payCents)} to pay. ${rule}`}
      confirm={confirm}
      isFinal
      mutationKey={[...statementKeys.all, action, month]}
      staleKeys={[statementKeys.all]}
      act={async () => {
        const { conflicts, earlierOpen } = await changeStatements(
          api,
          action === 'approve'
            ? {
                action,
                month,
                statements: statements.map(({ repId, payCents, carriedCents }) => ({
                  repId,
                  payCents,
                  carriedCents,
                })),
              }
            : { action, month, statements: statements.map(({ repId }) => ({ repId })) },
        );
        const left = [
          conflicts === 0
            ? ''
            : `${counted(conflicts, 'statement')} left as before: another manager was first, or the sums changed.`,
          earlierOpen === 0
            ? ''
            : `${counted(earlierOpen, 'statement')} left as before: an earlier month is to be approved first.`,
        ].filter((words) => words !== '');
        return left.length === 0 ? null : left.join(' ');
      }}
      failureWords={statementFailureWords}
      onClose={onClose}
    />
  );
}
