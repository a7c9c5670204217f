import { REQUESTS_CHANGE_MAX } from '@corvane/shared/contracts/backend/contact/contact-request-change';
import type { ListedContactRequest } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { counted } from '@corvane/shared/lib/counted';
import { Button } from '@corvane/shared/ui/button';

interface ChosenRequestsProps {
  chosen: readonly ListedContactRequest[];
  /** How many requests the list shows. */
  shownCount: number;
  /** Chooses this many, the first ones. */
  onChoose(count: number): void;
  onAssign(): void;
  onSpam(): void;
}

/** What can be done with all chosen requests, or a way to choose them. */
export function ChosenRequests({ chosen, shownCount, onChoose, onAssign, onSpam }: ChosenRequestsProps) {
  if (chosen.length === 0) {
    return (
      <Button
        className="text-sm"
        disabled={shownCount === 0}
        onClick={() => onChoose(Math.min(shownCount, REQUESTS_CHANGE_MAX))}
      >
        {shownCount > REQUESTS_CHANGE_MAX ? `Choose the first ${REQUESTS_CHANGE_MAX}` : 'Choose all shown'}
      </Button>
    );
  }
  return (
    <>
      <p role="status" className="tabular mr-2 text-sm font-semibold">
        {counted(chosen.length, 'request')} chosen
      </p>
      {chosen.length > REQUESTS_CHANGE_MAX ? (
        <p className="text-sm text-muted">Choose at most {REQUESTS_CHANGE_MAX}.</p>
      ) : (
        <>
          <Button className="text-sm" onClick={onAssign}>
            Assign to …
          </Button>
          <Button className="text-sm" onClick={onSpam}>
            Spam
          </Button>
        </>
      )}
      <Button variant="quiet" className="text-sm" onClick={() => onChoose(0)}>
        Choose none
      </Button>
    </>
  );
}
