import type { Brand } from './brand-schema.ts';

/**
 * - `rounded`: a square with round corners on nothing.
 * - `square`: to the edges, for systems that cut the corners themselves.
 * - `maskable`: to the edges, with the mark in the middle 80 %, which every mask leaves.
 */
type IconShape = 'rounded' | 'square' | 'maskable';

/** The icons that are pictures, with their sides in pixels. `run brand` draws them. */
export const ICON_PICTURES: Readonly<Record<string, { size: number; shape: IconShape }>> = {
  'favicon.ico': { size: 32, shape: 'rounded' },
  'apple-touch-icon.png': { size: 180, shape: 'square' },
  'icon-192.png': { size: 192, shape: 'rounded' },
  'icon-512.png': { size: 512, shape: 'rounded' },
  'icon-maskable-512.png': { size: 512, shape: 'maskable' },
};

/** The icon as SVG, with the name as its title: an open ring, and the point in its opening. */
export function iconSvg({ name, icon }: Pick<Brand, 'name' | 'icon'>, shape: IconShape = 'rounded'): string {
  const title = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const mark =
    `<path d="M20.6 9.9a8.2 8.2 0 1 0 0 12.2" fill="none" stroke="${icon.ring}" stroke-width="3" stroke-linecap="round"/>` +
    `<circle cx="22.6" cy="16" r="2.9" fill="${icon.point}"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>${title}</title>` +
    `<rect width="32" height="32"${shape === 'rounded' ? ' rx="7"' : ''} fill="${icon.ground}"/>` +
    `${shape === 'maskable' ? `<g transform="translate(3.2 3.2) scale(.8)">${mark}</g>` : mark}</svg>\n`
  );
}
