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
        url: `${context.siteUrl}/`,
      },
      ...(details.structuredData?.(context) ?? []),
    ],
  };
}
