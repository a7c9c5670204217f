import { use, useCallback, useState } from 'react';
import { useHost } from '../host-context.tsx';
import { watchForReveal } from '../motion/watch-for-reveal.ts';
import { useHydrated } from '../use-hydrated.ts';
import { SectionsContext, STATIC_ATTRIBUTE } from './sections-context.ts';

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
