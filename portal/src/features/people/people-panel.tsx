import { freshId } from '@corvane/shared/lib/fresh-id';
import { z } from '@corvane/shared/lib/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { useSearchState } from '../../app/use-search-state.ts';
import { one } from '../../lib/search-state.ts';
import { useNewest } from '../../lib/use-newest.ts';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { useReturnToRow } from '../../ui/tables/use-return-to-row.ts';
import { peopleQuery, retentionQuery } from './api.ts';
import { PersonView } from './details.tsx';
import { PeopleSearch } from './list.tsx';
import { RetentionTable } from './retention.tsx';

const OPEN = { person: one('person', z.string()) };

/**
 * The stored data about people. The search and the open person are kept in memory and not in the page's address:
 * addresses stay in histories and logs, which no erasure reaches. For an open person the address holds a random word,
 * so Back closes the person. After a reload the word opens no person.
 */
export default function PeoplePanel() {
  const { api } = useHostServices();
  const [search, setSearch] = useState('');
  const { state, change, clear, clears } = useSearchState(OPEN);
  /** Addresses of opened people, by their words. */
  const [opened, setOpened] = useState<ReadonlyMap<string, string>>(new Map());
  const openEmail = opened.get(state.person ?? '') ?? null;
  // A person who is gone leads back to the search.
  const panel = useReturnToRow<HTMLElement>(openEmail, '[data-portal-search]');
  const found = useQuery(peopleQuery(api, search));
  const retention = useQuery(retentionQuery(api));
  const clearAll = () => {
    setSearch('');
    clear();
  };
  useShortcuts({ c: clearAll }, openEmail === null);

  function open(email: string) {
    const word = freshId().slice(0, 8);
    setOpened(new Map([...opened, [word, email]]));
    change({ person: word });
  }

  const close = () => change({ person: null }, 'replace');

  /** Another person may be open by now. */
  const forget = useNewest((erased: string) => {
    setOpened(new Map([...opened].filter(([, email]) => email !== erased)));
    if (openEmail === erased) close();
  });

  return (
    <section ref={panel} aria-labelledby="portal-people-heading" className="flex flex-col gap-5">
      <h2 id="portal-people-heading" className="sr-only text-heading print:not-sr-only">
        People
      </h2>
      {openEmail === null ? (
        <>
          <PeopleSearch key={clears} search={search} found={found} onSearch={setSearch} onOpen={open} />
          <RetentionTable retention={retention} />
        </>
      ) : (
        <PersonView key={openEmail} email={openEmail} onErased={() => forget(openEmail)} onClose={close} />
      )}
    </section>
  );
}
