import type { OpenedPerson, PersonMention } from '@corvane/shared/contracts/backend/people';
import { PersonList } from './person-part.tsx';

const KINDS: Readonly<Record<PersonMention['kind'], string>> = {
  contact_request: 'contact request',
  customer_note: "representative's note",
  customer: 'customer',
  code: 'mailed code',
  representative: 'account',
};

/** Texts of other people that contain the address or the full name. */
export function Mentions({ mentions, title }: { mentions: OpenedPerson['mentions']; title: string }) {
  return (
    <PersonList
      title={title}
      items={mentions.texts}
      storedCount={mentions.count}
      keyOf={({ id, field }) => `${id} ${field}`}
    >
      {({ kind, ownerEmail, field, text }) => (
        <>
          <span className="block whitespace-pre-wrap">{text}</span>
          <span className="block text-muted">
            {field.replaceAll('_', ' ')} of the {KINDS[kind]} of {ownerEmail}
          </span>
        </>
      )}
    </PersonList>
  );
}
