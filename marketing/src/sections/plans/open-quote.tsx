import { type ComponentType, lazy, useEffect, useEffectEvent } from 'react';
import { PLAN_NAMES, PLAN_SLUGS } from '../../content/plan-names.ts';
import { OPEN_QUOTE } from '../../content/signed-in-prices.ts';
import { useHost } from '../../host-context.tsx';
import type { QuoteDialogProps } from './quote-dialog.tsx';

const loadQuote = () => import('./quote-dialog.tsx');
/** The quote in the address. A browser does not request a failed module again. A new page does. */
export const OpenQuote = lazy<ComponentType<QuoteDialogProps>>(() =>
  loadQuote().catch(() => ({ default: NotLoaded })),
);

function NotLoaded({ onClose }: QuoteDialogProps): null {
  const { toast } = useHost();
  const onFailure = useEffectEvent(() => {
    toast({ ...OPEN_QUOTE.failed, tone: 'error' });
    onClose();
  });
  useEffect(() => onFailure(), []);
  return null;
}

/** Below a plan's price. Its press puts the quote into the address. */
export function QuoteButton({ slug, onOpen }: { slug: string; onOpen(): void }) {
  const { showWait } = useHost();
  const name = PLAN_NAMES.find((plan) => PLAN_SLUGS[plan] === slug) ?? slug;
  return (
    <button
      type="button"
      onClick={() => {
        showWait?.(loadQuote());
        onOpen();
      }}
      className="inline-flex min-h-11 cursor-pointer items-center text-left text-sm text-link print:hidden"
    >
      {OPEN_QUOTE.label}
      <span className="sr-only">{` ${OPEN_QUOTE.about.replace('{plan}', name)}`}</span>
    </button>
  );
}
