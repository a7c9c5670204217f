import { TERMS_PAGE } from '../../content/legal/terms-page.ts';
import { legalSections } from './legal-sections.tsx';

export default legalSections(TERMS_PAGE);
