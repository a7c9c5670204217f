import { Button, buttonClass } from '@corvane/shared/ui/button';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { FEATURES_PLANS } from '../../content/features/features-controls.ts';
import { useHost } from '../../host-context.tsx';
import { MarketingPage } from '../../marketing-page.tsx';
import { PageLink } from '../../page-link.tsx';
import { type PageProps, StaticSection } from '../../static-sections/static-section.tsx';
import type { RevealedPlansProps } from './revealed-plans.tsx';
import { StoriesSection } from './stories-section.tsx';

export default function FeaturesPage({ host, sections }: PageProps) {
  return (
    <MarketingPage host={host} sections={sections}>
      <StaticSection name="hero" />
      <StaticSection name="problem" />
      <StaticSection name="cards" />
      <StoriesSection />
      <StaticSection name="super-pixel" />
      <StaticSection name="technology" />
      <StaticSection name="how-it-works" />
      <PlansToggle />
    </MarketingPage>
  );
}

/**
 * The plans, hidden until opened. Their code is fetched only then. The focus moves to the button that closes them.
 */
function PlansToggle() {
  const { navigate } = useHost();
  const [isLoading, setIsLoading] = useState(false);
  /** Wrapped in an object, because React calls a function that is set as state. */
  const [plans, setPlans] = useState<{ Component: ComponentType<RevealedPlansProps> } | null>(null);
  const showButton = useRef<HTMLDivElement>(null);
  const wasHidden = useRef(false);

  useEffect(() => {
    if (plans === null && wasHidden.current) showButton.current?.querySelector('button')?.focus();
  }, [plans]);

  function show(): void {
    setIsLoading(true);
    import('./revealed-plans.tsx')
      .then(
        ({ RevealedPlans }) => setPlans({ Component: RevealedPlans }),
        () => navigate(FEATURES_PLANS.page.to),
      )
      .finally(() => setIsLoading(false));
  }

  if (plans !== null) {
    return (
      <plans.Component
        hideLabel={FEATURES_PLANS.hide}
        onHide={() => {
          wasHidden.current = true;
          setPlans(null);
        }}
      />
    );
  }
  return (
    <section aria-labelledby="plans-toggle-title" className="bg-sunken">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-12 gap-y-8 px-4 py-16 md:px-6">
        <div>
          <h2 id="plans-toggle-title" className="text-title">
            {FEATURES_PLANS.title}
          </h2>
          <p className="mt-3 max-w-measure text-muted">{FEATURES_PLANS.description}</p>
        </div>
        <div ref={showButton}>
          <Button variant="solid" className="min-h-14 px-8 text-lg" busy={isLoading} onClick={show}>
            {FEATURES_PLANS.show}
          </Button>
          <noscript>
            <PageLink action={FEATURES_PLANS.page} className={buttonClass('outline', 'mt-2 min-h-14 px-8')} />
          </noscript>
        </div>
      </div>
    </section>
  );
}
