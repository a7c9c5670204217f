import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Brand } from '@corvane/shared/brand/brand-schema';

/** What the pictures of `static/social` and `host/static` show of the brand. */
export const DRAWN_FOR_FILE = path.join(import.meta.dirname, 'drawn-for.json');

export function shownOf({ name, icon }: Brand): Pick<Brand, 'name' | 'icon'> {
  return { name, icon };
}

/** @throws Error when the pictures for link previews, or the icons, show another brand. */
export function refuseOtherPictures(brand: Brand, file = DRAWN_FOR_FILE): void {
  const drawn: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (isDeepStrictEqual(drawn, shownOf(brand))) return;
  throw new Error(
    `The pictures show ${JSON.stringify(drawn)}, but the brand is ${JSON.stringify(shownOf(brand))}. Run: npx -y pnpm@12 run brand`,
  );
}
