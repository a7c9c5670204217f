import { PRIVACY_PAGE } from '../../content/legal/privacy-page.ts';
import { legalSections } from './legal-sections.tsx';

export default legalSections(PRIVACY_PAGE);
