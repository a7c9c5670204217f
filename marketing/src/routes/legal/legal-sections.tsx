import type { LegalPageContent } from '../../content/content-schemas.ts';
import { PRIVACY_PAGE } from '../../content/legal/privacy-page.ts';
import { TERMS_PAGE } from '../../content/legal/terms-page.ts';
import type { Sections } from '../../static-sections/static-section.tsx';

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
        <strong className="block font-display text-heading max-sm:max-w-[14em]">{notice.title}</strong>
        <span className="text-muted">{notice.description}</span>
      </p>
    ),
    text: () => <LegalText content={content} />,
  };
}

/** The table of contents of a legal text, and the text in a readable line length. */
function LegalText({ content: { contents, sections } }: { content: LegalPageContent }) {
  return (
    <div className="mt-12 grid gap-x-16 gap-y-10 lg:grid-cols-12">
      <nav aria-labelledby="contents-title" className="lg:col-span-4 print:hidden">
        <div className="lg:sticky lg:top-28">
          <h2 id="contents-title" className="text-base">
            {contents}
          </h2>
          <ol className="mt-2 border-l border-control">
            {sections.map(({ id, title: name }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-11 items-center pl-5 text-muted no-underline hover:text-teal hover:underline"
                >
                  {name}
                </a>
              </li>
            ))}
          </ol>
        </div>
      </nav>
      <div className="grid gap-10 lg:col-span-8">
        {sections.map(({ id, title: name, paragraphs }, place) => (
          <section key={name} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-24">
            <h2 id={`${id}-title`} className="flex gap-4 text-heading">
              <span className="min-w-6 text-teal tabular">{place + 1}</span>
              {name}
            </h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-3 max-w-measure sm:ml-10">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}
