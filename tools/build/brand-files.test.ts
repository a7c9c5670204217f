import { existsSync } from 'node:fs';
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

test('every picture of the icon is there', () => {
  const missing = Object.keys(ICON_PICTURES).filter(
    (name) => !existsSync(path.join(WORKSPACE_ROOT, 'host/static', name)),
  );
  expect(missing).toEqual([]);
});
