// @vitest-environment happy-dom
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { act, type ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MarketingPage } from '../marketing-page.tsx';
import StaticPage from './static-page.tsx';
import { type PageProps, type Sections, StaticSection } from './static-section.tsx';
import { withSections } from './with-sections.tsx';

const followed = vi.fn();
const host = { plainLinks: { onClick: followed } } as unknown as HostServices;
const declared: Sections = {
  intro: () => <h1>About</h1>,
  team: () => (
    <p>
      Our team. <a href="/contact">Write to us</a>
    </p>
  ),
};
const loaded = () => vi.fn(async () => ({ default: declared }));

/** A page with one section that has behavior. */
function AboutPage({ sections }: PageProps) {
  return (
    <MarketingPage host={host} sections={sections}>
      <StaticSection name="intro" />
      <button type="button">Live</button>
      <StaticSection name="team" />
    </MarketingPage>
  );
}
const page = Promise.resolve({ default: AboutPage });

let element: HTMLElement;
let root: Root | undefined;
let problems: unknown[];

beforeEach(() => {
  // The test's code has no version in its address, only its folder.
  document.head.innerHTML = '<meta name="corvane:marketing" content="static-sections">';
  element = document.body.appendChild(document.createElement('div'));
  problems = [];
  followed.mockClear();
  vi.spyOn(console, 'error').mockImplementation((problem) => problems.push(problem));
});
afterEach(async () => {
  await act(async () => root?.unmount());
  element.remove();
  vi.restoreAllMocks();
});

/** The page as the release tool writes it into the document. */
async function prerender(): Promise<void> {
  const { default: Page } = await withSections('/about', page, loaded());
  element.innerHTML = renderToString(<Page host={host} />);
}

async function hydrate(tree: ReactNode): Promise<void> {
  await act(async () => {
    root = hydrateRoot(element, tree, { onRecoverableError: (problem) => problems.push(problem) });
  });
}

test('a page that came as HTML keeps its sections without their code, over every change', async () => {
  await prerender();
  const heading = element.querySelector('h1');
  const before = element.innerHTML;
  const load = loaded();
  const { default: Page } = await withSections('/about', page, load);
  await hydrate(<Page host={host} />);
  expect(load).not.toHaveBeenCalled();
  expect(element.innerHTML).toBe(before);
  await act(async () => root?.render(<Page host={{ ...host, showPricing: true }} />));
  expect(element.innerHTML).toBe(before);
  expect(element.querySelector('h1')).toBe(heading);
  expect(problems).toEqual([]);
});

test('the sections are there again when the visitor comes back, and their links are followed by the host', async () => {
  await prerender();
  const { default: Page } = await withSections('/about', page, loaded());
  await hydrate(<Page host={host} />);
  for (let visit = 0; visit < 2; visit += 1) {
    await act(async () => root?.render(<h1>Contact</h1>));
    expect(element.textContent).toBe('Contact');
    await act(async () => root?.render(<Page host={host} />));
    expect(element.textContent).toBe('AboutLiveOur team. Write to us');
  }
  await act(async () => element.querySelector('a')?.click());
  expect(followed).toHaveBeenCalledOnce();
  expect(problems).toEqual([]);
});

test('a page that is reached by a link loads its sections', async () => {
  const load = loaded();
  const { default: Page } = await withSections('/about', Promise.resolve({ default: StaticPage }), load);
  expect(load).toHaveBeenCalledOnce();
  root = createRoot(element);
  await act(async () => root?.render(<Page host={host} />));
  expect(element.textContent).toBe('AboutOur team. Write to us');
});

test('sections of another page, or of another version, are no HTML of this page', async () => {
  await prerender();
  const ofAnotherPage = loaded();
  await withSections('/', page, ofAnotherPage);
  expect(ofAnotherPage).toHaveBeenCalledOnce();
  document.head.innerHTML = '<meta name="corvane:marketing" content="000000000000">';
  const ofAnotherVersion = loaded();
  await withSections('/about', page, ofAnotherVersion);
  expect(ofAnotherVersion).toHaveBeenCalledOnce();
});
