import type { RemotePageProps } from '@corvane/shared/contracts/remote/remote';
import { PRIVACY_PAGE } from '../../content/privacy-page.ts';
import { MarketingPage } from '../../marketing-page.tsx';
import { LegalText } from './legal-text.tsx';

export default function PrivacyPage({ host }: RemotePageProps) {
  return (
    <MarketingPage host={host}>
      <LegalText content={PRIVACY_PAGE} />
    </MarketingPage>
  );
}
