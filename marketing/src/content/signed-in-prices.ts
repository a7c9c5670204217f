import type { PricePreviewContent } from './content-schemas.ts';

/** What the links to Sales say to a customer. `{rep}` is their representative, `{plan}` a plan. */
export const ASK_REPRESENTATIVE = { aboutPlan: 'Ask {rep} about {plan}', anything: 'Ask {rep}' };

/** What opens a quote, and what is said if its code cannot be loaded. */
export const OPEN_QUOTE = {
  label: 'Print a quote',
  /** For screen readers, after the label. */
  about: 'for {plan}',
  failed: { title: 'The quote could not be opened', description: 'Reload the page, and try again.' },
};

/** Above the plans, while a manager previews scheduled prices. Only managers download it. */
export const PRICE_PREVIEW = {
  title: 'Preview: prices as a customer will see them on',
  description: 'Only managers can open this preview. Customers see the current prices.',
  draft:
    'One price is as you typed it in Operations. It is not set yet. Only managers can open this preview. To go on, return to the tab with Operations.',
  invalid:
    'The price in this address is not valid. Each amount must be at least one cent. The page shows the prices that are set. To correct it, return to the tab with Operations.',
  refused: 'Enter your code for Operations first, then open the preview again.',
  back: { label: 'Back to prices in Operations', to: '/sales-portal/operations?tab=prices' },
} satisfies PricePreviewContent;
