import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { BRAND } from '../../../shared/src/brand/brand.ts';
import { brandFiles } from './brand-files.ts';

const OTHER = {
  ...BRAND,
  name: 'O\'Neil & "Söhne"',
  description: 'Data for "daily" use.',
  icon: { ground: '#102030', ring: '#405060', point: '#708090' },
};

/** Colors at points of a PNG of ours, in fractions of its side: `#rrggbb`, or '' where nothing is drawn. */
function colorsOf(png: Buffer, places: readonly (readonly [number, number])[]): string[] {
  const size = png.readUInt32BE(16);
  const length = png.readUInt32BE(33);
  const rows = inflateSync(png.subarray(41, 41 + length));
  return places.map(([x, y]) => {
    const at = Math.floor(y * size) * (size * 4 + 1) + 1 + Math.floor(x * size) * 4;
    return rows[at + 3] === 0 ? '' : `#${rows.subarray(at, at + 3).toString('hex')}`;
  });
}

const CORNER = [0.005, 0.005] as const;
const CENTER = [0.5, 0.5] as const;
const RING_LEFT = [0.216, 0.5] as const;
const POINT = [0.706, 0.5] as const;

test.each([
  ['icon-192.png', ['', '#102030', '#405060', '#708090']],
  ['icon-512.png', ['', '#102030', '#405060', '#708090']],
  ['apple-touch-icon.png', ['#102030', '#102030', '#405060', '#708090']],
])('%s is drawn in the colors of the brand', (name, colors) => {
  const png = brandFiles(OTHER)[name] as Buffer;
  expect(colorsOf(png, [CORNER, CENTER, RING_LEFT, POINT])).toEqual(colors);
});

test('the maskable icon reaches the edges, and its mark stays in the middle', () => {
  const png = brandFiles(OTHER)['icon-maskable-512.png'] as Buffer;
  expect(colorsOf(png, [CORNER, [0.13, 0.5], [0.273, 0.5]])).toEqual(['#102030', '#102030', '#405060']);
});

test('the icon for old browsers contains a picture of 32 pixels', () => {
  const ico = brandFiles(OTHER)['favicon.ico'] as Buffer;
  expect(colorsOf(ico.subarray(22), [CENTER])).toEqual(['#102030']);
});

test('name and description are escaped everywhere', () => {
  const files = brandFiles(OTHER);
  expect(files['favicon.svg']).toContain('<title>O\'Neil &amp; "Söhne"</title>');
  expect(JSON.parse(String(files['manifest.webmanifest']))).toMatchObject({
    name: OTHER.name,
    short_name: OTHER.name,
    description: OTHER.description,
  });
});
