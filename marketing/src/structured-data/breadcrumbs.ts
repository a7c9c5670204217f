import type { PageDetailsContext } from '@corvane/shared/contracts/remote/remote';

/** The path from the home page to a page. @param name the name of the page on this path. */
export function breadcrumbs(name: string, { siteUrl, pageUrl }: PageDetailsContext) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${siteUrl}/` },
      { '@type': 'ListItem', position: 2, name, item: pageUrl },
    ],
  };
}
