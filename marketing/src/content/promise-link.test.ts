import { CONTACT_PROMISES, promiseOf } from '@corvane/shared/brand/contact-promises';
import { BOOK_A_DEMO_PATH } from '@corvane/shared/contracts/remote/demo-link';
import { expect, it } from 'vitest';
import { ABOUT_PAGE } from './about-page.ts';
import { TRUST } from './contact/contact-sections.ts';
import { DATA_REFINEMENT } from './data-refinement/data-refinement.ts';
import { FEATURES_PAGE } from './features/features-page.ts';
import { HERO } from './home.ts';
import { AUDIENCE_CREATION } from './services/audience-creation.ts';
import { CONTACT_ENHANCEMENT } from './services/contact-enhancement.ts';
import { CUSTOM_MODEL } from './services/custom-model.ts';
import { PIXEL_PACKAGE } from './services/pixel-package.ts';
import { SERVICES_PAGE } from './services/services-page.ts';
import { SUPER_PIXEL } from './services/super-pixel.ts';

const LINKS = [
  ...TRUST.points.flatMap(({ action }) => action ?? []).filter(({ to }) => to.startsWith('/contact')),
  HERO.action,
  FEATURES_PAGE.hero.action,
  ABOUT_PAGE.closing.action,
  SERVICES_PAGE.closing.action,
  ...[AUDIENCE_CREATION, PIXEL_PACKAGE, SUPER_PIXEL, CONTACT_ENHANCEMENT, CUSTOM_MODEL].map(
    ({ hero }) => hero.action,
  ),
  { label: DATA_REFINEMENT.dialog.action, to: `/contact?source=${DATA_REFINEMENT.dialog.source}` },
];

const sourceOf = (to: string) => new URLSearchParams(to.split('?')[1]).get('source') ?? '';

it.each(LINKS)('the link "$label" opens a form with the same words', ({ label, to }) => {
  expect(promiseOf(sourceOf(to))).toBe(label);
});

it('leads from each page to a form about its own subject', () => {
  expect(LINKS.map(({ to }) => sourceOf(to))).toEqual([
    'opt-out',
    'roi-forecast',
    'demo',
    'demo',
    'demo',
    'audience-creation',
    'pixel-package',
    'roi-assessment',
    'contact-enhancement',
    'custom-model',
    'data-refinement',
  ]);
});

it('keeps the promise of the header, which belongs to another application', () => {
  expect(BOOK_A_DEMO_PATH).toBe('/contact?source=demo');
  expect(CONTACT_PROMISES.demo).toBe('Book a Demo');
});

it('promises nothing for an unknown source', () => {
  expect(['general', 'pricing', '', 'toString', '__proto__'].map(promiseOf)).toEqual(
    Array(5).fill(undefined),
  );
});
