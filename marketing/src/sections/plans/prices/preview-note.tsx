import { formatExactInstant } from '@corvane/shared/lib/instants';
import { PRICE_PREVIEW } from '../../../content/price-preview.ts';
import { useHost } from '../../../host-context.tsx';
import type { PricePreview } from './price-preview.ts';

interface PreviewNoteProps {
  preview: PricePreview;
  hasFailed: boolean;
}

/** Above the plans: says that these are not the current prices. */
export function PreviewNote({ preview: { at, draft }, hasFailed }: PreviewNoteProps) {
  const { Link } = useHost();
  return (
    <div
      className="mt-6 max-w-measure rounded-control border border-l-4 border-teal bg-teal-soft p-4"
      data-testid="marketing:price-preview"
    >
      <p>
        <strong className="font-semibold">{PRICE_PREVIEW.title}</strong>{' '}
        <time dateTime={at}>{formatExactInstant(at)}</time>.
      </p>
      <p className="mt-1">{hasFailed ? PRICE_PREVIEW.refused : wordsFor(draft)}</p>
      <Link to={PRICE_PREVIEW.back.to} className="inline-flex min-h-11 items-center text-link">
        {PRICE_PREVIEW.back.label}
      </Link>
    </div>
  );
}

function wordsFor(draft: PricePreview['draft']): string {
  if (draft === null) return PRICE_PREVIEW.description;
  return draft === 'invalid' ? PRICE_PREVIEW.invalid : PRICE_PREVIEW.draft;
}
