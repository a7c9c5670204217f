import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMPARISON_PAGE } from './content/comparison/comparison-page.ts';
import details from './page-details.ts';
import { PAGES } from './pages.ts';

const PATHS = Object.keys(PAGES);
const STATIC_DIR = path.join(import.meta.dirname, '../static');
const MAX_IMAGE_BYTES = 60_000;

function structuredDataOf(route: string) {
  const siteUrl = 'https://corvane.example';
  const context = { siteUrl, brandName: 'Corvane', pageUrl: siteUrl + (route === '/' ? '/' : route) };
  return details[route]?.structuredData?.(context) ?? [];
}

const typesOf = (route: string) => structuredDataOf(route).map((item) => item['@type']);

describe.each(PATHS)('%s', (route) => {
  it('has a picture for link previews, small enough to be fetched', () => {
    const image = details[route]?.image ?? '';
    const file = path.join(STATIC_DIR, image);
    expect(statSync(file).size).toBeLessThan(MAX_IMAGE_BYTES);
    expect(sizeOfJpeg(readFileSync(file))).toEqual({ width: 1200, height: 630 });
  });

  it('states its address, and no amount of money', () => {
    expect(typesOf(route).filter((type) => type === 'BreadcrumbList')).toHaveLength(route === '/' ? 0 : 1);
    const text = JSON.stringify(structuredDataOf(route));
    expect(text).not.toMatch(/\$\s?\d|USD|offers|"price|priceCurrency/i);
    expect(text).not.toContain('@context');
  });

  it('has no empty value', () => {
    expect(JSON.stringify(structuredDataOf(route))).not.toMatch(/""|null|undefined/);
  });
});

it('describes each service as one product and the plans as four', () => {
  for (const route of PATHS.filter((one) => one.startsWith('/services/'))) {
    expect(typesOf(route)).toEqual(['BreadcrumbList', 'Product']);
    const [breadcrumbs, product] = structuredDataOf(route);
    expect(breadcrumbs).toMatchObject({
      itemListElement: [{}, { name: 'Services' }, { name: product?.name }],
    });
    // The organization stands once, on the home page.
    expect(product).toMatchObject({ manufacturer: { '@id': 'https://corvane.example/#organization' } });
  }
  expect(typesOf('/pricing').filter((type) => type === 'Product')).toHaveLength(4);
});

it('gives search engines the same questions as the comparison page', () => {
  const faq = structuredDataOf('/comparison').find((item) => item['@type'] === 'FAQPage');
  expect(faq).toMatchObject({
    mainEntity: COMPARISON_PAGE.faq.questions.map(({ question, answer }) => ({
      name: question,
      acceptedAnswer: { text: answer },
    })),
  });
});

/** Reads the frame header of a JPEG file. */
function sizeOfJpeg(file: Buffer): { width: number; height: number } {
  let at = 2;
  while (file[at] === 0xff) {
    const marker = file[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc2) {
      return { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    }
    at += 2 + file.readUInt16BE(at + 2);
  }
  throw new Error('Not a JPEG file');
}
