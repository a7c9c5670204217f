import type { LegalPageContent } from '../../content/legal/legal-schemas.ts';

/** The table of contents of a legal text, and the text in a readable line length. */
export function LegalText({ content: { contents, sections } }: { content: LegalPageContent }) {
  return (
    <div className="mt-12 grid gap-x-16 gap-y-10 lg:grid-cols-12">
      <nav aria-labelledby="contents-title" className="lg:col-span-4 print:hidden">
        <div className="lg:sticky lg:top-28">
          <h2 id="contents-title" className="text-base font-semibold">
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
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-24">
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
