import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { CLAIMS } from '../content/claims.ts';
import { DATA_REFINEMENT } from '../content/data-refinement/data-refinement.ts';
import { HERO } from '../content/home.ts';
import { SERVICE_SAMPLES } from '../content/services/service-samples.ts';
import { SampleFigure } from './sample-figure.tsx';

const SAMPLES = [
  ['home', HERO.sample] as const,
  ['data-refinement', DATA_REFINEMENT.sample.sample] as const,
  ...Object.entries(SERVICE_SAMPLES).map(([slug, { sample }]) => [slug, sample] as const),
];

describe.each(SAMPLES)('the sample of %s', (_, sample) => {
  const html = renderToStaticMarkup(<SampleFigure sample={sample} />);

  test('says that it is an example, and in its caption that the data is invented', () => {
    expect(html).toContain('>Example</span>');
    expect(html).toMatch(/<figcaption[^>]*>[^<]*invented/);
  });

  test('has one of our figures in its caption, as the list of them writes it', () => {
    expect(Object.values(CLAIMS).some(({ written }) => sample.caption.includes(written))).toBe(true);
  });

  test('names each column and row for a screen reader', () => {
    if (!('rows' in sample)) return expect(html).toContain('<pre');
    expect(html).toContain('aria-labelledby="sample-title"');
    expect(html.match(/scope="col"/g)).toHaveLength(sample.columns.length);
    expect(html.match(/scope="row"/g)).toHaveLength(sample.rows.length);
    for (const row of sample.rows) expect(row).toHaveLength(sample.columns.length);
  });
});

test('a missing value is said in words', () => {
  const html = renderToStaticMarkup(<SampleFigure sample={SERVICE_SAMPLES['contact-enhancement'].sample} />);
  expect(html).toContain('>Missing</span>');
});
