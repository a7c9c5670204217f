import type { PriceAmounts } from '@corvane/shared/contracts/backend/prices/price-management';
import { pricePreviewPath } from '@corvane/shared/contracts/remote/price-preview';
import { useHostServices } from '../../../app/host-services-context.tsx';

interface PricePreviewLinkProps {
  /** The plan. */
  slug: string;
  amounts: PriceAmounts;
  /** When the price would begin, milliseconds since 1970. */
  atMs: number;
}

/** Leads to the pricing page as it would be with a price that is not set yet. In a new tab, so the form stays. */
export function PricePreviewLink({ slug, amounts, atMs }: PricePreviewLinkProps) {
  const { Link } = useHostServices();
  return (
    <p className="-mt-3 mb-3">
      <Link
        to={pricePreviewPath(new Date(atMs).toISOString(), { slug, ...amounts })}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-11 items-center text-link"
      >
        Preview the pricing page
        <span className="sr-only"> in a new tab</span>
      </Link>
    </p>
  );
}
