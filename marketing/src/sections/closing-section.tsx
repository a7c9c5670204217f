import { buttonClass } from '@corvane/shared/ui/button';
import type { ClosingContent } from '../content/content-schemas.ts';
import { PageLink } from '../page-link.tsx';

/** The end of the page: a contact button. */
export function ClosingSection({ content }: { content: ClosingContent }) {
  return (
    <section aria-labelledby="closing-title" className="ground-teal print:hidden">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-12 gap-y-8 px-4 py-16 md:px-6">
        <div>
          <h2 id="closing-title" className="text-title">
            {content.title}
          </h2>
          <p className="mt-3 max-w-measure text-muted">{content.description}</p>
        </div>
        <PageLink action={content.action} className={buttonClass('solid', 'min-h-14 px-8 text-lg')} />
      </div>
    </section>
  );
}
