import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ComparisonValue } from './comparison-table.tsx';

const drawn = (value: boolean | null) => renderToStaticMarkup(<ComparisonValue value={value} />);

test('a yes is a tick, a no is a cross, and none is a dash', () => {
  const drawings = [true, false, null].map((value) => /<path d="(.*?)"/.exec(drawn(value))?.[1]);
  expect(new Set(drawings).size).toBe(3);
  expect(drawings.every(Boolean)).toBe(true);
});

test('a screen reader reads what is drawn', () => {
  expect(drawn(true)).toContain('>Included<');
  expect(drawn(false)).toContain('>Not included<');
  expect(drawn(null)).toContain('>Not included<');
});
