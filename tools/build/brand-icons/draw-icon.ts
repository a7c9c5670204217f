import type { Brand } from '../../../shared/src/brand/brand-schema.ts';

/**
 * - `rounded`: a square with round corners on nothing.
 * - `square`: to the edges, for systems that cut the corners themselves.
 * - `maskable`: to the edges, with the mark in the middle 80 %, which every mask leaves.
 */
export type IconShape = 'rounded' | 'square' | 'maskable';

/** The mark on a field of 32 units: an open ring, whose upper end is told from its center, and the point in its opening. */
const RING = { x: 15.12, y: 16, radius: 8.2, halfWidth: 1.5, endX: 5.48, endY: 6.1 } as const;
const POINT = { x: 22.6, y: 16, radius: 2.9 } as const;
const CORNER = 7;

/** The icon as SVG, with the name as its title. */
export function iconSvg({ name, icon }: Pick<Brand, 'name' | 'icon'>): string {
  const title = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>${title}</title>` +
    `<rect width="32" height="32" rx="${CORNER}" fill="${icon.ground}"/>` +
    `<path d="M20.6 9.9a8.2 8.2 0 1 0 0 12.2" fill="none" stroke="${icon.ring}" stroke-width="3" stroke-linecap="round"/>` +
    `<circle cx="${POINT.x}" cy="${POINT.y}" r="${POINT.radius}" fill="${icon.point}"/></svg>\n`
  );
}

/** The icon as pixels: red, green, blue and opacity of each, row by row. */
export function iconPixels(icon: Brand['icon'], size: number, shape: IconShape): Uint8Array {
  const [ground, ring, point] = [rgbOf(icon.ground), rgbOf(icon.ring), rgbOf(icon.point)];
  const unit = 32 / size;
  const markUnit = shape === 'maskable' ? unit / 0.8 : unit;
  const pixels = new Uint8Array(size * size * 4);
  for (let at = 0; at < size * size; at++) {
    const [column, row] = [(at % size) + 0.5, Math.floor(at / size) + 0.5];
    const [x, y] = [16 + (column - size / 2) * markUnit, 16 + (row - size / 2) * markUnit];
    const ringShare = shareOf(toRing(x, y) / markUnit);
    const pointShare = shareOf(toPoint(x, y) / markUnit);
    for (let channel = 0; channel < 3; channel++) {
      const below = mixed(ground[channel] ?? 0, ring[channel] ?? 0, ringShare);
      pixels[at * 4 + channel] = mixed(below, point[channel] ?? 0, pointShare);
    }
    const share = shape === 'rounded' ? shareOf(toRoundedSquare(column * unit, row * unit) / unit) : 1;
    pixels[at * 4 + 3] = Math.round(share * 255);
  }
  return pixels;
}

/** How much of a pixel is covered by a shape whose edge is this many pixels away, negative inside. */
function shareOf(distance: number): number {
  return Math.min(Math.max(0.5 - distance, 0), 1);
}

function mixed(below: number, above: number, share: number): number {
  return Math.round(below + (above - below) * share);
}

function toRoundedSquare(x: number, y: number): number {
  const beyondX = Math.abs(x - 16) - (16 - CORNER);
  const beyondY = Math.abs(y - 16) - (16 - CORNER);
  return (
    Math.hypot(Math.max(beyondX, 0), Math.max(beyondY, 0)) + Math.min(Math.max(beyondX, beyondY), 0) - CORNER
  );
}

function toPoint(x: number, y: number): number {
  return Math.hypot(x - POINT.x, y - POINT.y) - POINT.radius;
}

/** The ends of the ring are round, and as far above the middle as below it. */
function toRing(x: number, y: number): number {
  const [beside, above] = [x - RING.x, Math.abs(y - RING.y)];
  const isInOpening = Math.atan2(above, beside) < Math.atan2(RING.endY, RING.endX);
  const toLine = isInOpening
    ? Math.hypot(beside - RING.endX, above - RING.endY)
    : Math.abs(Math.hypot(beside, above) - RING.radius);
  return toLine - RING.halfWidth;
}

function rgbOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
