import type { OpenMonths, Statement } from '@corvane/shared/contracts/backend/statements/statements';
import { counted } from '@corvane/shared/lib/counted';
import { formatMonth } from '@corvane/shared/lib/months';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { ConfirmChange } from '../../../ui/dialogs/confirm-dialog.tsx';
import { formatSignedCents } from '../../../ui/facts/signed-cents.tsx';
import { approveStatements, payStatements, statementFailureWords, statementKeys } from './api.ts';

const FINAL = 'An approved statement never changes. What changes later is a correction in the next.';

const sumOf = (all: readonly { payCents: number }[]) =>
  formatSignedCents(all.reduce((sum, { payCents }) => sum + payCents, 0));

const statementsOf = (count: number, name: string | undefined) =>
  name === undefined ? counted(count, 'statement') : `the statement of ${name}`;

/** Says which were left as they are. */
const leftWords = (left: number) =>
  left === 0
    ? null
    : `The statements of ${counted(left, 'representative')} were left as before: another manager was first, or the sums changed.`;

interface ApproveDialogProps {
  month: string;
  /** What is approved, as the list has it now. */
  open: readonly OpenMonths[];
  /** The representative, if it is about one. */
  name: string | undefined;
  onClose(): void;
}

/** Asks before statements are approved. Months are approved in order, so earlier open ones are included. */
export function ApproveDialog({ month, open, name, onClose }: ApproveDialogProps) {
  const { api } = useHostServices();
  const [since = month] = open.map((months) => months.since).sort();
  const hasEarlier = since < month;
  return (
    <ConfirmChange
      title={
        hasEarlier
          ? `Approve: all open months of ${name ?? counted(open.length, 'representative')}, ${formatMonth(since)} to ${formatMonth(month)}?`
          : `Approve: ${statementsOf(open.length, name)} for ${formatMonth(month)}?`
      }
      description={`${sumOf(open)} to pay. ${hasEarlier ? `Each month becomes a statement. ${FINAL}` : FINAL}`}
      confirm="Approve"
      isFinal
      mutationKey={[...statementKeys.all, 'approve', month]}
      staleKeys={[statementKeys.all]}
      act={async () => leftWords(await approveStatements(api, month, open))}
      failureWords={statementFailureWords}
      onClose={onClose}
    />
  );
}

interface PayDialogProps {
  month: string;
  /** As the list has them now. */
  statements: readonly Statement[];
  /** The representative, if it is about one. */
  name: string | undefined;
  onClose(): void;
}

/** Asks before statements are noted as paid. */
export function PayDialog({ month, statements, name, onClose }: PayDialogProps) {
  const { api } = useHostServices();
  return (
    <ConfirmChange
      title={`Mark as paid: ${statementsOf(statements.length, name)} for ${formatMonth(month)}?`}
      description={`${sumOf(statements)} to pay. This notes that the money was paid. It cannot be undone.`}
      confirm="Mark as paid"
      isFinal
      mutationKey={[...statementKeys.all, 'pay', month]}
      staleKeys={[statementKeys.all]}
      act={async () =>
        leftWords(
          await payStatements(
            api,
            month,
            statements.map(({ repId }) => repId),
          ),
        )
      }
      failureWords={statementFailureWords}
      onClose={onClose}
    />
  );
}
