import { addedFacts } from '@corvane/shared/contracts/backend/contact/contact-form';
import type { PersonRequest } from '@corvane/shared/contracts/backend/people/people';
import { counted } from '@corvane/shared/lib/counted';
import { Button } from '@corvane/shared/ui/button';
import { Fact, Facts, Moment } from '../../../ui/facts/facts.tsx';
import { NothingStored, PartFacts, PersonPart } from '../person-part.tsx';

interface RequestsPartProps {
  requests: readonly PersonRequest[];
  onCorrect(request: PersonRequest): void;
}

/** The forms that the person sent, with the staff's notes. */
export function RequestsPart({ requests, onCorrect }: RequestsPartProps) {
  return (
    <PersonPart
      title={requests.length === 0 ? 'Contact requests' : counted(requests.length, 'contact request')}
    >
      {requests.length === 0 ? <NothingStored /> : null}
      <ol>
        {requests.map((request) => (
          <li key={request.id} className="border-t border-line">
            <div className="flex items-center justify-between gap-4 text-sm">
              <span className="py-3 font-medium">
                Received <Moment at={request.createdAt} />
              </span>
              <Button variant="quiet" className="text-sm" onClick={() => onCorrect(request)}>
                Correct<span className="sr-only"> the request of {request.firstName}</span>
              </Button>
            </div>
            <PartFacts>
              <Facts>
                {factsOf(request).map(([label, text]) => (
                  <Fact key={label} label={label}>
                    <span className="whitespace-pre-wrap">{text}</span>
                  </Fact>
                ))}
                {request.consentedAt === null ? null : (
                  <Fact label="Consent">
                    given <Moment at={request.consentedAt} />
                    {request.consentWithdrawnAt === null ? null : (
                      <span>
                        , withdrawn <Moment at={request.consentWithdrawnAt} />
                      </span>
                    )}
                  </Fact>
                )}
              </Facts>
            </PartFacts>
          </li>
        ))}
      </ol>
    </PersonPart>
  );
}

/** The stored values. Empty ones are left out. */
function factsOf(request: PersonRequest): (readonly [label: string, text: string])[] {
  const facts = [
    ['Name', `${request.firstName} ${request.lastName}`.trim()],
    ['Email', request.email],
    ['Company', request.company],
    ...addedFacts(request),
    ['Message', request.message],
    ['Our note', request.staffNote],
    [
      'Status',
      `${request.status.replaceAll('_', ' ')}${request.quarantinedAt === null ? '' : ', in quarantine'}`,
    ],
    ['Assigned to', request.assignedTo ?? 'not assigned'],
    ['Came from', request.source],
    [
      'Campaign',
      Object.entries(request.utm)
        .map(([name, value]) => `${name}: ${String(value)}`)
        .join(', '),
    ],
    ['Page before', request.referrer],
  ] satisfies (readonly [string, string])[];
  return facts.filter(([, text]) => text !== '');
}
