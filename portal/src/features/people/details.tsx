import type { OpenedPerson, PersonRequest } from '@corvane/shared/contracts/backend/people/people';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import { Button } from '@corvane/shared/ui/button';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { KeptFocus } from '../../ui/dialogs/kept-focus.tsx';
import { QueryState } from '../../ui/tables/query-state.tsx';
import { personQuery } from './api.ts';
import { CorrectCustomer, CorrectRequest } from './change/correct-dialog.tsx';
import { EraseDialog } from './change/erase-dialog.tsx';
import { ExportButtons, WithdrawDialog } from './change/person-actions.tsx';
import { Mentions } from './mentions.tsx';
import { CustomerPart, MailedCodes, PersonPart, RepresentativePart, RequestsPart } from './parts.tsx';

interface PersonViewProps {
  email: string;
  onErased(): void;
  onClose(): void;
}

/** All stored data about one person, and the available actions. */
export function PersonView({ email, onErased, onClose }: PersonViewProps) {
  const { api } = useHostServices();
  const person = useQuery(personQuery(api, email));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div>
        <Button variant="quiet" className="-ml-3 text-sm" onClick={onClose}>
          <span aria-hidden="true">←</span> Back to the search
        </Button>
        <h3
          ref={heading}
          tabIndex={-1}
          className="mt-1 text-heading wrap-anywhere focus-visible:outline-none"
        >
          {email}
        </h3>
      </div>
      <KeptFocus>
        <QueryState
          query={person}
          what="what is stored"
          skeleton="h-[40rem]"
          refusal={(error) =>
            isApiError(error) && error.code === 'not_found' ? (
              <EmptyState title="Nothing is stored about this address any more.">
                Someone else may have erased it.
              </EmptyState>
            ) : null
          }
        >
          {(opened) => <Opened person={opened} onErased={onErased} />}
        </QueryState>
      </KeptFocus>
    </>
  );
}

type Doing = 'correct_customer' | 'withdraw' | 'erase' | PersonRequest;

function Opened({ person, onErased }: { person: OpenedPerson; onErased(): void }) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const { email, customer, requests, requestCount, codes, mentions } = person;
  const close = () => setDoing(null);
  const hasConsent = requests.some(
    ({ consentedAt, consentWithdrawnAt }) => consentedAt !== null && consentWithdrawnAt === null,
  );
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <ExportButtons email={email} />
        {hasConsent ? (
          <Button className="text-sm max-md:grow" onClick={() => setDoing('withdraw')}>
            Withdraw consent
          </Button>
        ) : null}
        <Button className="text-sm max-md:grow" onClick={() => setDoing('erase')}>
          Erase this person
        </Button>
      </div>
      <div className="mt-5 grid items-start gap-4 xl:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <CustomerPart customer={customer} onCorrect={() => setDoing('correct_customer')} />
          <RepresentativePart rep={person.representative} />
        </div>
        <div className="grid min-w-0 gap-4">
          <RequestsPart requests={requests} storedCount={requestCount} onCorrect={setDoing} />
          <PersonPart title="Codes to verify the address">
            {codes.length === 0 ? null : <MailedCodes title="Codes" codes={codes} />}
          </PersonPart>
          <PersonPart title="In texts of others">
            {mentions.texts.length + mentions.unread === 0 ? (
              <p className="pb-2 text-sm text-muted">
                Data stored about others contains neither the address nor the full name.
              </p>
            ) : (
              <Mentions person={person} title="Texts that mention this person" />
            )}
          </PersonPart>
        </div>
      </div>
      {doing === 'correct_customer' && customer !== null ? (
        <CorrectCustomer customer={customer} onClose={close} />
      ) : null}
      {typeof doing === 'object' && doing !== null ? (
        <CorrectRequest request={doing} onClose={close} />
      ) : null}
      {doing === 'withdraw' ? <WithdrawDialog email={email} onClose={close} /> : null}
      {doing === 'erase' ? <EraseDialog person={person} onErased={onErased} onClose={close} /> : null}
    </>
  );
}
