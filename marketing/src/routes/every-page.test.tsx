import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { CLAIMS, FIGURES_NOTE } from '../content/claims.ts';
import type { Claim } from '../content/content-schemas.ts';
import remote from '../remote.ts';

const hostAt = (pathname: string) =>
  ({
    brand: { name: 'Corvane' },
    Link: ({ to, state: _, ...rest }) => <a href={to} {...rest} />,
    location: { pathname, search: '', hash: '', state: null },
    session: { status: 'anonymous' },
    showPricing: false,
  }) as HostServices;

const pages = new Map<string, string>();
beforeAll(async () => {
  for (const { path, load } of remote.routes) {
    const { default: Page } = await load();
    pages.set(path, renderToStaticMarkup(<Page host={hostAt(path)} />));
  }
});

const wordsOf = (html = '') => html.replaceAll(/<[^>]*>/g, '');

test('the list of figures says what each one counts', () => {
  const list = wordsOf(pages.get('/about'));
  for (const { written, label, counts = '' } of Object.values<Claim>(CLAIMS))
    expect(list).toContain(written + label + counts);
});

describe.each(remote.routes)('$path', ({ path }) => {
  const html = () => pages.get(path) ?? '';

  /** Screen reader users read links out of context, in a list. */
  test('has no link called "Learn more" without its subject', () => {
    const names = [...html().matchAll(/<a [^>]*>(.*?)<\/a>/gs)].map(([, inner = '']) =>
      inner.replaceAll(/<[^>]*>/g, '').trim(),
    );
    expect(names).not.toEqual([]);
    expect(
      names.filter((name) => /^((learn|read|see|find out) more|more|here|details)$/i.test(name)),
    ).toEqual([]);
  });

  /** Each column has the same link, for another plan. */
  test('describes the link in a cell of a table by the head of its column', () => {
    for (const [, attributes = ''] of html().matchAll(/<td[^>]*><a ([^>]*)>/g)) {
      const head = /aria-describedby="([^"]*)"/.exec(attributes)?.[1];
      expect(html()).toMatch(new RegExp(`<th [^>]*id="${head}"`));
    }
  });

  /** Regression: the links of three plans were alike in a list of links. */
  test('tells links of one name that lead to different places, by what describes them', () => {
    const links = [...html().matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)].map(
      ([, attributes = '', content = '']) => ({
        name: content.replace(/<[^>]*>/g, '').trim(),
        to: /href="([^"]*)"/.exec(attributes)?.[1],
        description: /aria-describedby="([^"]*)"/.exec(attributes)?.[1],
      }),
    );
    const alike = links.filter((link) => {
      const others = links.filter(({ name, to }) => name === link.name && to !== link.to);
      const isLost = link.description !== undefined && !html().includes(` id="${link.description}"`);
      return isLost || others.some(({ description }) => description === link.description);
    });
    expect(alike).toEqual([]);
  });

  test('counts the steps of a list from 1', () => {
    for (const [list] of html().matchAll(/<ol.*?<\/ol>/gs)) {
      const numbers = [...list.matchAll(/aria-hidden="true"[^>]*>(\d+)</g)].map(([, number]) =>
        Number(number),
      );
      expect(numbers).toEqual(numbers.map((_, place) => place + 1));
    }
  });

  test('has no text below 14 px, and the ruler once at most', () => {
    expect(html()).not.toMatch(/text-xs|text-\[0\.([0-7]|8[0-6])/);
    expect((html().match(/\bruler\b/g) ?? []).length).toBeLessThanOrEqual(1);
  });

  test('says since when the figures hold that it shows', () => {
    const words = wordsOf(html());
    const shown = Object.values(CLAIMS).filter(({ written, label }) =>
      [`${written}${label}`, `${written} ${label}`].some((claim) => words.includes(claim)),
    );
    expect(shown.length === 0 || words.includes(FIGURES_NOTE.text)).toBe(true);
  });

  test('links to parts of pages that are there', () => {
    for (const [, to = '', part] of html().matchAll(/href="(\/[\w/-]*)?#([\w-]+)"/g))
      expect(pages.get(to || path), `${to}#${part}`).toContain(` id="${part}"`);
  });
});
