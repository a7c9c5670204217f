import type { PageDetails, PageDetailsContext } from '@corvane/shared/contracts/remote/remote';

/** schema.org description of a page: who publishes it, and what the page itself says of its content. */
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
