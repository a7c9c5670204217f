import type { PageDetailsContext } from '@corvane/shared/contracts/remote/remote';

interface Crumb {
  name: string;
  path: string;
}

/**
 * The path from the home page to a page.
 * @param crumbs parent pages in order, then the name of the page itself.
 */
export function breadcrumbs(
  crumbs: readonly [...Crumb[], string],
  { siteUrl, pageUrl }: Pick<PageDetailsContext, 'siteUrl' | 'pageUrl'>,
) {
  const items = crumbs.map((crumb) =>
    typeof crumb === 'string'
      ? { name: crumb, item: pageUrl }
      : { name: crumb.name, item: siteUrl + crumb.path },
  );
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', item: `${siteUrl}/` }, ...items].map((item, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      ...item,
    })),
  };
}
