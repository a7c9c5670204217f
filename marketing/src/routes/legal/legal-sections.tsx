import { PRIVACY_PAGE } from '../../content/legal/privacy-page.ts';
import { TERMS_PAGE } from '../../content/legal/terms-page.ts';
import type { Sections } from '../../static-sections/sections-context.ts';
import { LegalText } from './legal-text.tsx';

/** What a legal text has beside today's date. */
export default function legalSections(path: string): Sections {
  const content = path === '/terms' ? TERMS_PAGE : PRIVACY_PAGE;
  const { title, intro, notice } = content;
  return {
    title: () => (
      <>
        <h1 className="text-display">{title}</h1>
        <p className="mt-4 max-w-measure text-lead text-muted">{intro}</p>
      </>
    ),
    notice: () => (
      <p>
        <strong className="block font-display text-heading font-semibold">{notice.title}</strong>
        <span className="text-muted">{notice.description}</span>
      </p>
    ),
    text: () => <LegalText content={content} />,
  };
}
