import type { RemotePageProps } from '@corvane/shared/contracts/remote/remote';
import type { ComponentType } from 'react';
import { type PageProps, type PageSections, type Sections, STATIC_ATTRIBUTE } from './static-section.tsx';

/**
 * A page together with its sections that have no behavior. If the tab began with this page, they are in its HTML and
 * their code is not loaded.
 * @param loadSections its sections, or those of pages that share a layout
 */
export async function withSections(
  path: string,
  page: Promise<{ default: ComponentType<PageProps> }>,
  loadSections: () => Promise<{ default: Sections | ((path: string) => Sections) }>,
): Promise<{ default: ComponentType<RemotePageProps> }> {
  const elements = elementsOf(path);
  const sections = elements.size > 0 ? null : loadSections();
  const [{ default: Page }, loaded] = await Promise.all([page, sections]);
  const value: PageSections =
    loaded === null
      ? { path, components: null, elements }
      : {
          path,
          components: typeof loaded.default === 'function' ? loaded.default(path) : loaded.default,
        };
  // A prop, not a context: the release tool loads this module a second time, under another address.
  return { default: (props) => <Page {...props} sections={value} /> };
}

/** The sections of a page in the document, if its HTML is of the same build as this code. */
function elementsOf(path: string): Map<string, Element> {
  const found = new Map<string, Element>();
  if (import.meta.env.SSR) return found;
  const version = document.querySelector<HTMLMetaElement>('meta[name="corvane:marketing"]')?.content;
  if (!import.meta.url.includes(`/${version}/`)) return found;
  for (const element of document.querySelectorAll(`[${STATIC_ATTRIBUTE}]`)) {
    const [page, name = ''] = element.getAttribute(STATIC_ATTRIBUTE)?.split('#') ?? [];
    if (page === path) found.set(name, element);
  }
  return found;
}
