import type { OpenedPerson, PersonMention } from '@corvane/shared/contracts/backend/people/people';
import { counted } from '@corvane/shared/lib/counted';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useHostServices } from '../../app/host-services-context.tsx';
import { LoadMore } from '../../ui/tables/data-list.tsx';
import { mentionsQuery } from './api.ts';
import { PersonList } from './parts.tsx';

const KINDS: Readonly<Record<PersonMention['kind'], string>> = {
  contact_request: 'contact request',
  customer_note: "representative's note",
  customer: 'customer',
  code: 'mailed code',
  statement_question: 'question about a statement',
  representative: 'account',
};

/** All texts of other people that contain the address or the full name, some at a time. No export holds them. */
export function Mentions({ person, title }: { person: OpenedPerson; title: string }) {
  const { api } = useHostServices();
  const pages = useInfiniteQuery(mentionsQuery(api, person));
  const texts = pages.data.pages.flatMap((page) => page.texts);
  const unread = pages.data.pages.at(-1)?.unread ?? 0;
  return (
    <PersonList
      title={unread === 0 ? title : `${title}, at most`}
      items={texts}
      storedCount={texts.length + unread}
      keyOf={({ id, field }) => `${id} ${field}`}
      rest={
        person.mentions.next === null ? null : (
          <div className="mb-3">
            <LoadMore pages={pages} failure="Failed to load more texts.">
              {unread === 0
                ? `${counted(texts.length, 'text')} shown`
                : `${counted(texts.length, 'text')} shown. At most ${counted(unread, 'more record')} to read.`}
            </LoadMore>
          </div>
        )
      }
    >
      {({ kind, ownerEmail, field, text }) => (
        <>
          <span dir="auto" className="block whitespace-pre-wrap">
            {text}
          </span>
          <span className="block text-muted">{`${field.replaceAll('_', ' ')} of the ${KINDS[kind]} of ${ownerEmail}`}</span>
        </>
      )}
    </PersonList>
  );
}
