import { Button, buttonClass } from '@corvane/shared/ui/button';
import { useState } from 'react';
import type { FeaturesPageContent } from '../../content/features-schemas.ts';
import { PLANS_CONTENT } from '../../content/plans.ts';
import { PageLink } from '../../page-link.tsx';
import { PlansSection } from '../../sections/plans/plans-section.tsx';
import { useHydrated } from '../../use-hydrated.ts';

/** The plans, folded away until asked for. One button shows and hides them, so the focus stays where it is. */
export function PlansToggle({ content }: { content: FeaturesPageContent['plans'] }) {
  const [isShown, setIsShown] = useState(false);
  const isReady = useHydrated();
  return (
    <>
      <section aria-labelledby="plans-toggle-title" className="bg-sunken">
        <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-12 gap-y-8 px-4 py-16 md:px-6">
          <div>
            <h2 id="plans-toggle-title" className="text-title">
              {content.title}
            </h2>
            <p className="mt-3 max-w-measure text-muted">{content.description}</p>
          </div>
          <div>
            <Button
              variant="solid"
              className="min-h-14 px-8 text-lg"
              disabled={!isReady}
              onClick={() => setIsShown(!isShown)}
            >
              {isShown ? content.hide : content.show}
            </Button>
            <noscript>
              <PageLink action={content.page} className={buttonClass('outline', 'mt-2 min-h-14 px-8')} />
            </noscript>
          </div>
        </div>
      </section>
      {isShown ? <PlansSection content={PLANS_CONTENT} className="py-16 md:pt-20 md:pb-24" /> : null}
    </>
  );
}
