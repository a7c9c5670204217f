import type {
  ContactForm,
  ContactRequestStatus,
  ListedContactRequest,
} from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { counted } from '@corvane/shared/lib/counted';
import { useServerNow } from '../../lib/server-clock.ts';
import { StatusMark, type StatusShape } from '../../ui/facts/status-mark.tsx';

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
        Held back
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

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** @example lengthWords(7_300_000) // '2 hours' */
function lengthWords(ms: number): string {
  if (ms < HOUR_MS) return counted(Math.max(1, Math.round(ms / MINUTE_MS)), 'minute');
  if (ms < 48 * HOUR_MS) return counted(Math.floor(ms / HOUR_MS), 'hour');
  return counted(Math.floor(ms / (24 * HOUR_MS)), 'day');
}

type Answered = Pick<ListedContactRequest, 'createdAt' | 'answerDueAt' | 'firstAnsweredAt'>;

/** How long the visitor waited for the first answer, or by when it is due. Nothing where no answer is needed. */
export function FirstAnswer({ request }: { request: Answered }) {
  const nowMs = useServerNow();
  const { createdAt, answerDueAt, firstAnsweredAt } = request;
  if (firstAnsweredAt !== null) {
    const waitedMs = Date.parse(firstAnsweredAt) - Date.parse(createdAt);
    return <span className="text-muted">{`answered after ${lengthWords(waitedMs)}`}</span>;
  }
  if (answerDueAt === null) return null;
  const leftMs = Date.parse(answerDueAt) - nowMs;
  return leftMs > 0 ? (
    <span className="text-muted">{`answer due in ${lengthWords(leftMs)}`}</span>
  ) : (
    <StatusMark shape="triangle" tone="text-danger">
      {`Overdue by ${lengthWords(-leftMs)}`}
    </StatusMark>
  );
}

/** What the visitor asked for, according to the form that they sent. */
export const REQUEST_FORM_WORDS: Record<ContactForm, string> = {
  contact: 'Contact form',
  demo: 'Demo request',
};

type Named = Pick<ListedContactRequest, 'firstName' | 'lastName' | 'email'>;

/** The visitor's full name, as typed. '' when it is blank. */
export function fullName({ firstName, lastName }: Pick<Named, 'firstName' | 'lastName'>): string {
  return [firstName, lastName ?? ''].join(' ').trim();
}

/** A request's display name. The address is always present. */
export function requestName(request: Named): string {
  return fullName(request) || request.email;
}
