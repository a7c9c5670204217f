import type { RemotePageProps } from '@corvane/shared/contracts/remote/remote';
import { TERMS_PAGE } from '../../content/terms-page.ts';
import { MarketingPage } from '../../marketing-page.tsx';
import { LegalText } from './legal-text.tsx';

export default function TermsPage({ host }: RemotePageProps) {
  return (
    <MarketingPage host={host}>
      <LegalText content={TERMS_PAGE} />
    </MarketingPage>
  );
}
