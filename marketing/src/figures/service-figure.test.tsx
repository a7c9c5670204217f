import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SERVICE_HEADS } from '../content/services/service-heads.ts';
import { ServiceFigure } from './service-figure.tsx';

test.each(Object.keys(SERVICE_HEADS))('the drawing of %s begins nothing outside its frame', (slug) => {
  const html = renderToStaticMarkup(<ServiceFigure slug={slug} />);
  const drawings = [...html.matchAll(/viewBox="0 0 ([\d.]+) ([\d.]+)"(.*?)<\/svg>/g)];
  expect(drawings).not.toEqual([]);
  for (const [, width, height, paths = ''] of drawings) {
    const starts = [...paths.matchAll(/M(-?[\d.]+)[ ,](-?[\d.]+)/g)];
    expect(starts).not.toEqual([]);
    const isWithin = (at: unknown, end: unknown) => Number(at) >= 0 && Number(at) <= Number(end);
    expect(starts.filter(([, x, y]) => !isWithin(x, width) || !isWithin(y, height))).toEqual([]);
  }
});
