import type { ContactRequestChange } from '@corvane/shared/contracts/backend/contact/contact-request-change';
import type { ListedContactRequest } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { useServerNow } from '@corvane/shared/lib/ticking-clock';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { REQUEST_STATUS_WORDS } from '../words.tsx';
import { lastChangeWords } from './last-change-words.ts';
import type { RequestConflict } from './use-request-change.ts';

interface ConflictNoteProps {
  conflict: RequestConflict;
  /** The request after the other change. */
  stored: ListedContactRequest;
  /** The person's unsaved changes. */
  change: ContactRequestChange;
  clockAheadMs: number;
  /** The changes are being saved, so it is too late to drop them. */
  isPending: boolean;
  onTakeTheirs(): void;
}

/** Someone else changed the request first. Nothing was overwritten. The person sees both versions and decides. */
export function ConflictNote(props: ConflictNoteProps) {
  const { conflict, stored, change, clockAheadMs, isPending, onTakeTheirs } = props;
  const nowMs = useServerNow(clockAheadMs);
  const own = FIELDS.filter(({ key }) => key in change);
  return (
    <Alert tone="error" title={lastChangeWords(conflict.lastChange, nowMs)}>
      {own.length === 0 ? (
        <p>You chose the same, so there is nothing left to save.</p>
      ) : (
        <>
          <p>
            Your {own.map(({ noun }) => noun).join(' and ')} {own.length === 1 ? 'is' : 'are'} kept below, and
            not saved yet. Stored now:
          </p>
          <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
            {own.map(({ key, noun, storedText }) => (
              <div key={key} className="contents">
                <dt className="text-muted capitalize">{noun}</dt>
                <dd className="whitespace-pre-wrap wrap-anywhere">{storedText(stored)}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-2">Save again to replace it with yours.</p>
          <Button className="mt-3 text-sm" disabled={isPending} onClick={onTakeTheirs}>
            Use the stored version
          </Button>
        </>
      )}
    </Alert>
  );
}

const FIELDS: readonly {
  key: keyof ContactRequestChange;
  noun: string;
  storedText(stored: ListedContactRequest): string;
}[] = [
  { key: 'status', noun: 'status', storedText: ({ status }) => REQUEST_STATUS_WORDS[status].label },
  {
    key: 'assignedTo',
    noun: 'assignment',
    storedText: ({ assignedTo }) => assignedTo?.name ?? 'not assigned',
  },
  { key: 'staffNote', noun: 'note', storedText: ({ staffNote }) => staffNote || '(empty)' },
];
