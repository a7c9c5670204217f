import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The brand name in the pictures of `static/social`. */
export const DRAWN_FOR_FILE = path.join(import.meta.dirname, 'drawn-for.json');

/** @throws Error when the pictures for link previews show another brand's name. */
export function refuseOtherCards(brandName: string, file = DRAWN_FOR_FILE): void {
  const { name } = JSON.parse(readFileSync(file, 'utf8')) as { name: string };
  if (name === brandName) return;
  throw new Error(
    `The pictures for link previews show "${name}", but the brand is "${brandName}". Run: npx -y pnpm@12 run brand`,
  );
}
