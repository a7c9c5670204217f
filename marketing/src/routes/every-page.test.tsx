import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import remote from '../remote.ts';

const hostAt = (pathname: string) =>
  ({
    brand: { name: 'Corvane' },
    Link: ({ to, state: _, ...rest }) => <a href={to} {...rest} />,
    location: { pathname, search: '', hash: '', state: null },
    session: { status: 'anonymous' },
    showPricing: false,
  }) as HostServices;

describe.each(remote.routes)('$path', ({ path, load }) => {
  let html: string;
  beforeAll(async () => {
    const { default: Page } = await load();
    html = renderToStaticMarkup(<Page host={hostAt(path)} />);
  });

  /** Screen reader users read links out of context, in a list. */
  test('has no link called "Learn more" without its subject', () => {
    const names = [...html.matchAll(/<a [^>]*>(.*?)<\/a>/gs)].map(([, inner = '']) =>
      inner.replaceAll(/<[^>]*>/g, '').trim(),
    );
    expect(names).not.toEqual([]);
    expect(
      names.filter((name) => /^((learn|read|see|find out) more|more|here|details)$/i.test(name)),
    ).toEqual([]);
  });

  test('counts the steps of a list from 1', () => {
    for (const [list] of html.matchAll(/<ol.*?<\/ol>/gs)) {
      const numbers = [...list.matchAll(/aria-hidden="true"[^>]*>(\d+)</g)].map(([, number]) =>
        Number(number),
      );
      expect(numbers).toEqual(numbers.map((_, place) => place + 1));
    }
  });
});
