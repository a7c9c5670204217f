import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import remote from '../remote.ts';

const hostAt = (pathname: string) =>
  ({
    brand: { name: 'Corvane' },
    Link: ({ to, state: _, ...rest }) => <a href={to} {...rest} />,
    location: { pathname, search: '', hash: '', state: null },
    session: { status: 'anonymous' },
    showPricing: false,
  }) as HostServices;

/** Screen reader users read links out of context, in a list. */
test.each(remote.routes)(
  'no link of $path is called "Learn more" without its subject',
  async ({ path, load }) => {
    const { default: Page } = await load();
    const html = renderToStaticMarkup(<Page host={hostAt(path)} />);
    const names = [...html.matchAll(/<a [^>]*>(.*?)<\/a>/gs)].map(([, inner = '']) =>
      inner.replaceAll(/<[^>]*>/g, '').trim(),
    );
    expect(names).not.toEqual([]);
    expect(
      names.filter((name) => /^((learn|read|see|find out) more|more|here|details)$/i.test(name)),
    ).toEqual([]);
  },
);
