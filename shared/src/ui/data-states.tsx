import type { ReactElement, ReactNode } from 'react';
import { Button } from './button.tsx';

/** A block of the size of the expected content. It is decorative: the region around it announces the loading. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-pulse rounded-control bg-line motion-reduce:animate-none ${className}`}
    />
  );
}

/** Says that something is loading. Its children are skeletons. */
export function PendingRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div aria-busy="true">
      <span role="status" className="sr-only">
        {label}
      </span>
      {children}
    </div>
  );
}

interface ErrorStateProps {
  title: string;
  children?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  /** Another action beside the retry. */
  otherAction?: ReactElement | null;
}

/** Says what failed, in plain words, and offers the next step. */
export function ErrorState({ title, children, onRetry, retrying = false, otherAction }: ErrorStateProps) {
  return (
    <div role="alert" className="rounded-panel border border-line border-l-4 border-l-danger bg-surface p-6">
      <p className="font-medium">{title}</p>
      {children ? <div className="mt-2 text-muted">{children}</div> : null}
      {onRetry ? (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button onClick={onRetry} busy={retrying}>
            Try again
          </Button>
          {otherAction}
        </div>
      ) : null}
    </div>
  );
}

/** Shown for an empty result, which is not an error. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded-panel border border-dashed border-control p-8 text-center">
      <p className="font-medium">{title}</p>
      {children ? <div className="mx-auto mt-2 max-w-measure text-muted">{children}</div> : null}
    </div>
  );
}
