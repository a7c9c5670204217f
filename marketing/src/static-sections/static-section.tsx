import type { RemotePageProps } from '@corvane/shared/contracts/remote/remote';
import { type ComponentType, createContext, use, useCallback, useState } from 'react';
import { useHost } from '../host-context.tsx';
import { watchForReveal } from '../reveal.tsx';
import { useHydrated } from '../use-hydrated.ts';

/** A section without behavior. @throws for a section that the page does not have, which the release tool finds */
export function StaticSection({ name }: { name: string }) {
  const sections = use(SectionsContext);
  if (sections === null) throw new Error(`The section ${name} is outside a page with sections`);
  const id = `${sections.path}#${name}`;
  if (sections.components === null) return <SectionOfHtml id={id} name={name} elements={sections.elements} />;
  const Section = sections.components[name];
  if (Section === undefined) throw new Error(`There is no section ${id}`);
  return (
    <div {...{ [STATIC_ATTRIBUTE]: id }}>
      <Section />
    </div>
  );
}

interface SectionOfHtmlProps {
  id: string;
  name: string;
  /** Where the content of each section is now. */
  elements: Map<string, Element>;
}

/** React hydrates an element with this as it is, with any content. */
const AS_IT_IS = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true };

/**
 * Keeps the content that the page's HTML has here. When the visitor comes back to the page, the same content returns.
 * It is moved, not written as HTML: the content security policy forbids that (Trusted Types).
 */
function SectionOfHtml({ id, name, elements }: SectionOfHtmlProps) {
  const { plainLinks } = useHost();
  const isHydrated = useHydrated();
  const [content] = useState(isHydrated ? null : AS_IT_IS);
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      const last = elements.get(name);
      if (last !== undefined && last !== element) element.append(...last.childNodes);
      elements.set(name, element);
      const stops = [...element.querySelectorAll<HTMLElement>('[data-motion]')].map(watchForReveal);
      return () => {
        for (const stop of stops) stop();
      };
    },
    [elements, name],
  );
  return <div {...{ [STATIC_ATTRIBUTE]: id }} {...plainLinks} {...content} ref={place} />;
}

/** On the element around such a section: the page's path and the section's name, `/about#timeline`. See docs/contracts/remote.md. */
export const STATIC_ATTRIBUTE = 'data-static';

/** The sections of a page that have no behavior, by name. */
export type Sections = Readonly<Record<string, ComponentType>>;

export type PageSections =
  | { path: string; components: Sections }
  /** The page came as HTML, and its sections stay what they are: elements by name. */
  | { path: string; components: null; elements: Map<string, Element> };

/** The sections of the page in which it is read. */
export const SectionsContext = createContext<PageSections | null>(null);

/** What `withSections` gives to each page of this application. */
export interface PageProps extends RemotePageProps {
  sections: PageSections;
}
