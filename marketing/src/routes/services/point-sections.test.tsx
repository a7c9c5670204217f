import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CONTACT_ENHANCEMENT } from '../../content/services/contact-enhancement.ts';
import { PointColumns, PointGrid, PointLedger, PointTable } from './point-sections.tsx';

const content = CONTACT_ENHANCEMENT.useCases;

test.each([
  ['columns', PointColumns],
  ['grid', PointGrid],
  ['ledger', PointLedger],
])('a screen reader can move by headings through the points in a %s', (_, Points) => {
  const html = renderToStaticMarkup(<Points content={content} id="points" />);
  const headings = [...html.matchAll(/<h([2-6])[^>]*>(.*?)<\/h\1>/g)].map(([, level, text]) => [level, text]);
  expect(headings).toEqual([['2', content.title], ...content.items.map(({ title }) => ['3', title])]);
});

test('a table explains each name by its meaning', () => {
  const html = renderToStaticMarkup(<PointTable content={content} id="points" />);
  const rows = [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, ...row]) => row);
  expect(rows).toEqual(content.items.map(({ title, description }) => [title, description]));
});
