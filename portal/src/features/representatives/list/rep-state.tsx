import type { ListedRep } from '@corvane/shared/contracts/backend/representatives/rep-list';
import { StatusMark } from '../../../ui/facts/status-mark.tsx';

/** Whether a representative can sign in, whether they are a manager, and whether their data was erased. */
export function RepStateMark({ rep: { disabledAt, erasedAt, isManager } }: { rep: ListedRep }) {
  if (disabledAt !== null) {
    return (
      <StatusMark shape="cross" tone="text-muted">
        {erasedAt === null ? 'Disabled' : 'Erased'}
      </StatusMark>
    );
  }
  return isManager ? (
    <StatusMark shape="triangle" tone="text-ink" shapeTone="text-teal">
      Manager
    </StatusMark>
  ) : (
    <StatusMark shape="dot" tone="text-success">
      Enabled
    </StatusMark>
  );
}
