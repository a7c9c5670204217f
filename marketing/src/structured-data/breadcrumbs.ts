import type { PageDetailsContext } from '@corvane/shared/contracts/remote/remote';

/** The way from the home page to a page. @param name what the page is called on this way. */
export function breadcrumbs(name: string, { siteUrl, pageUrl }: PageDetailsContext) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${siteUrl}/` },
      { '@type': 'ListItem', position: 2, name, item: pageUrl },
    ],
  };
}
