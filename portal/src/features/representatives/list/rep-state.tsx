import type { ListedRep } from '@corvane/shared/contracts/backend/rep-list';
import { StatusMark } from '../../../ui/status-mark.tsx';

/** Whether a representative can sign in, and whether they are a manager. */
export function RepStateMark({ rep: { disabledAt, isManager } }: { rep: ListedRep }) {
  if (disabledAt !== null) {
    return (
      <StatusMark shape="cross" tone="text-muted">
        Disabled
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
