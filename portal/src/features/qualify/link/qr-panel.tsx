import { Skeleton } from '@corvane/shared/ui/data-states';
import { lazy, Suspense } from 'react';
import { PartBoundary } from '../../../ui/parts/part-boundary.tsx';

const QrCode = lazy(() => import('./qr-code.tsx'));

/**
 * The link as a QR code that a customer beside the rep can scan. It loads on demand. If it fails, the link is still
 * there.
 */
export function QrPanel({ link }: { link: string }) {
  return (
    <figure className="w-44 shrink-0">
      <div className="aspect-square overflow-hidden rounded-control border border-line bg-surface">
        <PartBoundary
          fallback={() => (
            <p className="p-4 text-sm text-muted">The QR code could not be loaded. Use the link.</p>
          )}
        >
          <Suspense fallback={<Skeleton className="size-full" />}>
            <QrCode text={link} label="QR code of the access link" />
          </Suspense>
        </PartBoundary>
      </div>
      <figcaption className="mt-1 text-xs leading-4 text-muted">
        For a customer beside you: scan it with a phone.
      </figcaption>
    </figure>
  );
}
