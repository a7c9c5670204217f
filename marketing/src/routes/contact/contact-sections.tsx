import { TRUST } from '../../content/contact/trust.ts';
import type { Sections } from '../../static-sections/sections-context.ts';
import { TrustSection } from './trust-section.tsx';

export default { trust: () => <TrustSection content={TRUST} /> } satisfies Sections;
