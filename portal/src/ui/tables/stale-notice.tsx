import { Button } from '@corvane/shared/ui/button';

interface StaleNoticeProps {
  children: string;
  retrying: boolean;
  onRetry(): void;
}

/** Figures that cannot be refreshed stay on the screen, marked as out of date. */
export function StaleNotice({ children, retrying, onRetry }: StaleNoticeProps) {
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 text-sm">
      <p role="alert" className="font-medium text-danger">
        {children}
      </p>
      <Button variant="quiet" className="text-sm" busy={retrying} onClick={onRetry}>
        Refresh
      </Button>
    </div>
  );
}
