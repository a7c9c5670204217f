import type { RemotePageProps } from '@corvane/shared/contracts/remote/remote';
import { type ComponentType, createContext } from 'react';

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
