import type { ContactRequestStatus } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { StatusMark, type StatusShape } from '../../../ui/facts/status-mark.tsx';

interface StatusWords {
  label: string;
  shape: StatusShape;
  tone: string;
  shapeTone?: string;
}

export const REQUEST_STATUS_WORDS: Record<ContactRequestStatus, StatusWords> = {
  new: { label: 'New', shape: 'ring', tone: 'text-ink', shapeTone: 'text-signal' },
  in_progress: { label: 'In progress', shape: 'half', tone: 'text-teal' },
  done: { label: 'Done', shape: 'dot', tone: 'text-success' },
  spam: { label: 'Spam', shape: 'cross', tone: 'text-muted' },
};

interface RequestStatusMarkProps {
  status: ContactRequestStatus;
  isQuarantined: boolean;
}

/** The status, or that the request is in quarantine. The team got no mail about such a request. */
export function RequestStatusMark({ status, isQuarantined }: RequestStatusMarkProps) {
  if (isQuarantined) {
    return (
      <StatusMark shape="triangle" tone="text-ink" shapeTone="text-signal">
        Quarantined
      </StatusMark>
    );
  }
  const { label, shape, tone, shapeTone = '' } = REQUEST_STATUS_WORDS[status];
  return (
    <StatusMark shape={shape} tone={tone} shapeTone={shapeTone}>
      {label}
    </StatusMark>
  );
}
