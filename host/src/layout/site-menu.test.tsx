// @vitest-environment happy-dom
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { COMPARISON_LINK } from './site-links.ts';
import { SiteMenu } from './site-menu.tsx';

const host = {
  Link: ({ to, children }) => <a href={to}>{children}</a>,
  location: { pathname: '/', search: '', hash: '', state: null },
  showPricing: false,
} as HostServices;

const LINKS = [{ path: '/pricing', label: 'Pricing' }];
const SOLUTIONS = [
  { path: '/services', label: 'Solutions' },
  { path: '/services/super-pixel', label: 'Super Pixel' },
  COMPARISON_LINK,
];

test('the menu has a group of solutions below its links', () => {
  const menu = new DOMParser().parseFromString(
    renderToString(<SiteMenu host={host} links={LINKS} solutions={SOLUTIONS} />),
    'text/html',
  );
  // Regression: it was a region, with the name of one on home.
  expect(menu.querySelector('section, [role=region]')).toBeNull();
  const group = menu.querySelector('h2')?.parentElement;
  expect(group?.querySelector('h2 a')?.getAttribute('href')).toBe('/services');
  expect([...(group?.querySelectorAll('li a') ?? [])].map((link) => link.textContent)).toEqual([
    'Super Pixel',
    'Compare Plans',
  ]);
  expect(menu.querySelector('summary')?.textContent).toBe('MenuSolutions');
});

test('without a page of a solution the group is absent', () => {
  expect(renderToString(<SiteMenu host={host} links={LINKS} solutions={[]} />)).not.toContain('<h2');
});

test("a representative's label stands in the menu, a customer's in the bar alone", () => {
  const menuOf = (status: 'rep' | 'customer') => {
    const session = { status } as HostServices['session'];
    const signedIn = { ...host, showPricing: true, session };
    return renderToString(<SiteMenu host={signedIn} links={LINKS} solutions={[]} />);
  };
  expect(menuOf('rep')).toContain('Demo Mode');
  expect(menuOf('customer')).not.toContain('Premium Access');
});

/** As in Safari on macOS, where a click focuses nothing. */
test('Escape closes the menu from any focus, and moves the focus to the menu button', async () => {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  await act(async () => root.render(<SiteMenu host={host} links={LINKS} solutions={SOLUTIONS} />));
  const menu = element.querySelector('details');
  if (menu === null) throw new Error('There is no menu');
  const press = (key: string) =>
    act(async () => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    });

  // Regression: one Escape also hid the versions, which listen after it.
  const taken = vi.fn();
  document.addEventListener('keydown', ({ defaultPrevented }) => taken(defaultPrevented));
  menu.open = true;
  await press('a');
  expect(menu.open).toBe(true);
  await press('Escape');
  expect(taken.mock.calls).toEqual([[false], [true]]);
  expect(menu.open).toBe(false);
  expect(document.activeElement?.tagName).toBe('SUMMARY');

  // A closed menu leaves the key to others.
  document.body.focus();
  (document.activeElement as HTMLElement).blur();
  await press('Escape');
  expect(document.activeElement).toBe(document.body);
  await act(async () => root.unmount());
});
