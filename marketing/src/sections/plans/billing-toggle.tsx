import { useHost } from '../../host-context.tsx';
import { BILLING_PERIODS, type BillingPeriod, choosePeriod } from './billing-period.ts';
import { pricePreviewOf } from './prices/price-preview.ts';

const LABELS: Record<BillingPeriod, string> = { monthly: 'Monthly', annual: 'Annual' };

interface BillingToggleProps {
  period: BillingPeriod;
  onChange(period: BillingPeriod): void;
}

/** A switch with two positions. Pressing the current one changes nothing. */
export function BillingToggle({ period, onChange }: BillingToggleProps) {
  const { session, location } = useHost();
  // Customers have no switch.
  if (pricePreviewOf(session, location.search) !== null) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row in every browser
    <div
      role="group"
      aria-label="Billing period"
      className="inline-flex rounded-control border border-control p-1 print:hidden"
    >
      {BILLING_PERIODS.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === period}
          onClick={() => onChange(choosePeriod(period, option === period ? '' : option))}
          className="min-h-11 cursor-pointer rounded-control px-5 font-semibold text-muted hover:bg-sunken hover:text-ink aria-pressed:bg-ink aria-pressed:text-paper forced-colors:aria-pressed:border-2"
        >
          {LABELS[option]}
        </button>
      ))}
    </div>
  );
}
