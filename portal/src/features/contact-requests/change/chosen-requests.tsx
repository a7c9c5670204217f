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

/** What can be done with all chosen requests, and a way to choose them. */
export function ChosenRequests({ chosen, shownCount, onChoose, onAssign, onSpam }: ChosenRequestsProps) {
  const isAny = chosen.length > 0;
  const all =
    shownCount > REQUESTS_CHANGE_MAX ? `Choose the first ${REQUESTS_CHANGE_MAX}` : 'Choose all shown';
  return (
    <>
      {isAny ? (
        <p role="status" className="tabular mr-2 text-sm font-medium">
          {`${counted(chosen.length, 'request')} chosen`}
        </p>
      ) : null}
      {chosen.length > REQUESTS_CHANGE_MAX ? (
        <p className="text-sm text-muted">{`Choose at most ${REQUESTS_CHANGE_MAX}.`}</p>
      ) : isAny ? (
        <>
          <Button className="text-sm" onClick={onAssign}>
            Assign to …
          </Button>
          <Button className="text-sm" onClick={onSpam}>
            Spam
          </Button>
        </>
      ) : null}
      {/* One button for both, so a press on it loses no focus. */}
      <Button
        variant={isAny ? 'quiet' : 'outline'}
        className="text-sm"
        disabled={shownCount === 0}
        onClick={() => onChoose(isAny ? 0 : Math.min(shownCount, REQUESTS_CHANGE_MAX))}
      >
        {isAny ? 'Choose none' : all}
      </Button>
    </>
  );
}
