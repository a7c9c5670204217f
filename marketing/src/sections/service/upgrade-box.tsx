import { buttonClass } from '@corvane/shared/ui/button';
import type { UpgradeContent } from '../../content/services/service-schema.ts';
import { PageLink } from '../../page-link.tsx';
import { TickedItem } from '../ticked-item.tsx';

/** The larger offer. The frame separates it from the smaller one. */
export function UpgradeBox({ content }: { content: UpgradeContent }) {
  return (
    <section aria-labelledby="upgrade-title" className="mx-auto max-w-page px-4 md:px-6">
      <div className="ground-ink overflow-hidden rounded-panel">
        <div aria-hidden="true" className="mx-6 ruler border-t-0 opacity-60 md:mx-12" />
        <div className="grid gap-x-16 gap-y-8 p-6 pt-8 md:p-12 lg:grid-cols-2">
          <div>
            <h2 id="upgrade-title" className="text-title">
              {content.title}
            </h2>
            <p className="mt-3 text-lead text-muted">{content.description}</p>
            <PageLink
              action={content.action}
              className={buttonClass('solid', 'mt-8 min-h-14 px-6 text-lg')}
            />
          </div>
          <ul className="content-center lg:grid">
            {content.points.map((point) => (
              <TickedItem key={point} text={point} className="first:border-t-0" />
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
