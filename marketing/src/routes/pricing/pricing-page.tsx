import type { RemotePageProps } from '@corvane/shared/contracts/remote/remote';
import { PLANS_CONTENT } from '../../content/plans.ts';
import { PRICING_PAGE } from '../../content/pricing-page.ts';
import { MarketingPage } from '../../marketing-page.tsx';
import { ClosingSection } from '../../sections/closing-section.tsx';
import { PlansSection } from '../../sections/plans/plans-section.tsx';
import { ExtrasSection } from './extras-section.tsx';

export default function PricingPage({ host }: RemotePageProps) {
  const { title, subtitle, extras, terms, closing } = PRICING_PAGE;
  return (
    <MarketingPage host={host}>
      <div className="mx-auto max-w-page px-4 pt-12 md:px-6 md:pt-16">
        <h1 className="text-display">{title}</h1>
        <p className="mt-4 text-lead text-muted">{subtitle}</p>
        <div aria-hidden="true" className="mt-10 ruler opacity-70" />
      </div>
      <PlansSection content={PLANS_CONTENT} className="pt-10 pb-16 md:pb-24" />
      <ExtrasSection extras={extras} terms={terms} />
      <ClosingSection content={closing} />
    </MarketingPage>
  );
}
