import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BRAND } from '../../shared/src/brand/brand.ts';
import { ICON_PICTURES, iconSvg } from '../../shared/src/brand/icon.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { brandFiles } from './brand-files.ts';

const OTHER = {
  ...BRAND,
  name: 'O\'Neil & "Söhne"',
  description: 'Data for "daily" use.',
  icon: { ground: '#102030', ring: '#405060', point: '#708090' },
};

test('name and description are escaped everywhere', () => {
  const files = brandFiles(OTHER);
  expect(files['favicon.svg']).toContain('<title>O\'Neil &amp; "Söhne"</title>');
  expect(JSON.parse(String(files['manifest.webmanifest']))).toMatchObject({
    name: OTHER.name,
    short_name: OTHER.name,
    description: OTHER.description,
  });
});

test('the icon has the colors of the brand, and leaves round corners and the edge of a mask free', () => {
  for (const color of Object.values(OTHER.icon)) expect(iconSvg(OTHER)).toContain(`"${color}"`);
  expect(iconSvg(OTHER)).toContain('rx="7"');
  expect(iconSvg(OTHER, 'square')).not.toContain('rx=');
  expect(iconSvg(OTHER, 'maskable')).toContain('scale(.8)');
});

test.each(Object.entries(ICON_PICTURES))('the picture %s of the icon has its size', (name, { size }) => {
  const picture = readFileSync(path.join(WORKSPACE_ROOT, 'host/static', name));
  // The head of a PNG. An ICO tells the sizes of its first picture in a byte each.
  const sizes = name.endsWith('.png')
    ? [picture.readUInt32BE(16), picture.readUInt32BE(20)]
    : [picture[6], picture[7]];
  expect(sizes).toEqual([size, size]);
});
