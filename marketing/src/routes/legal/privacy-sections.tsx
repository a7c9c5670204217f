import { PRIVACY_PAGE } from '../../content/privacy-page.ts';
import { legalSections } from './legal-sections.tsx';

export default legalSections(PRIVACY_PAGE);
