import type { Registry } from '@corvane/shared/contracts/remote/registry';
import { escapeHtml } from './html-document.ts';

/** Files for search engines besides the pages: file name to content. */
export function searchFiles(registry: Registry, siteUrl: string): Record<string, string> {
  const routes = Object.values(registry.remotes).flatMap((remote) => remote.routes);
  const indexed = routes.filter((route) => route.access === 'public' && !route.noIndex);
  const urls = indexed.map(({ path }) => `  <url><loc>${escapeHtml(siteUrl + path)}</loc></url>`);
  return {
    // A page that must not be indexed says so itself. A blocked page could not.
    'robots.txt': `User-agent: *\nDisallow: /rest/\nDisallow: /functions/\n\nSitemap: ${siteUrl}/sitemap.xml\n`,
    'sitemap.xml': `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`,
  };
}
