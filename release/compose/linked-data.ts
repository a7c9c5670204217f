import { BRAND } from '@corvane/shared/brand/brand';
import type { PageDetails, PageDetailsContext } from '@corvane/shared/contracts/remote/remote';

/** schema.org description of a page: its publisher, and the page's own data. */
export function linkedDataOf(details: PageDetails, context: PageDetailsContext): unknown {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': `${context.siteUrl}/#organization`,
        name: context.brandName,
        legalName: BRAND.legalName,
        description: BRAND.description,
        url: `${context.siteUrl}/`,
        sameAs: Object.values(BRAND.social).filter((address) => address !== ''),
      },
      ...(details.structuredData?.(context) ?? []),
    ],
  };
}
