import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SiteFooter } from './site-footer.tsx';
import { COMPANY_LINKS, LEGAL_LINKS, SERVICES_LINK, SOLUTION_LINKS } from './site-links.ts';

const host = {
  brand: { name: 'Corvane' },
  Link: ({ to, children }) => <a href={to}>{children}</a>,
  session: { status: 'anonymous' },
} as HostServices;

const drawn = (hasPage: (path: string) => boolean) =>
  renderToStaticMarkup(
    <SiteFooter host={host} hasPage={hasPage} footerLinks={[]} year={2026} versions={{}} />,
  );

test.each([SERVICES_LINK, ...SOLUTION_LINKS, ...COMPANY_LINKS, ...LEGAL_LINKS])(
  'the footer links $label to $path once the site has that page',
  ({ path, label }) => {
    const link = `<a href="${path}">${label}</a>`;
    expect(drawn(() => true)).toContain(link);
    expect(drawn((page) => page !== path)).not.toContain(link);
  },
);

test('the heading of the services is a link to them, or text before that page exists', () => {
  const heading = (html: string) => /<h2[^>]*>(.*?)<\/h2>/.exec(html)?.[1];
  expect(heading(drawn(() => true))).toBe('<a href="/services">Solutions</a>');
  expect(heading(drawn(() => false))).toBe('Solutions');
});
