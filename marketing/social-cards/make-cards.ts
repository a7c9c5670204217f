import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer } from 'vite';
import { BRAND } from '../../shared/src/brand/brand.ts';
import { drawIcons } from './draw-icons.ts';
import { DRAWN_FOR_FILE, shownOf } from './drawn-for.ts';

/*
 * Makes the pictures that link previews show, `static/social/<page>.jpg`, from the pages' own words and figures. Also
 * draws the icon of the brand, `host/static/`:
 *
 *   npx -y pnpm@12 run brand
 *
 * Run it after a headline or the brand has changed, and commit the pictures. It uses the browser of the end-to-end
 * tests. If that is not Playwright's own, set `CHROMIUM_PATH`.
 */

const APP_DIR = path.join(import.meta.dirname, '..');
const WORKSPACE = path.join(APP_DIR, '..');
const SIZE = { width: 1200, height: 630 };
const QUALITY = 66;

async function face(family: string, name: string): Promise<string> {
  const file = path.join(
    WORKSPACE,
    `host/node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`,
  );
  const data = (await readFile(file)).toString('base64');
  return `@font-face{font-family:"${family}";font-weight:400 700;src:url(data:font/woff2;base64,${data}) format("woff2")}`;
}

const vite = await createServer({
  root: APP_DIR,
  configFile: false,
  server: { middlewareMode: true, hmr: false, ws: false },
  appType: 'custom',
  logLevel: 'error',
});
const { Card, CARDS } = (await vite.ssrLoadModule('/social-cards/cards.tsx')) as typeof import('./cards.tsx');
const styles = [
  await face('Display', 'familjen-grotesk'),
  await face('Text', 'instrument-sans'),
  await readFile(path.join(import.meta.dirname, 'card.css'), 'utf8'),
].join('\n');

const { chromium } = createRequire(path.join(WORKSPACE, 'e2e/package.json'))('@playwright/test');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || undefined,
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage({ viewport: SIZE });
  for (const card of CARDS) {
    await page.setContent(
      `<!doctype html><style>${styles}</style>${renderToStaticMarkup(createElement(Card, card))}`,
    );
    await page.evaluate('document.fonts.ready');
    const file = path.join(APP_DIR, 'static/social', `${card.name}.jpg`);
    await page.screenshot({ path: file, type: 'jpeg', quality: QUALITY });
    console.log(path.relative(WORKSPACE, file));
  }
  await drawIcons(page, path.join(WORKSPACE, 'host/static'));
  await writeFile(DRAWN_FOR_FILE, `${JSON.stringify(shownOf(BRAND), null, 2)}\n`);
} finally {
  await browser.close();
  await vite.close();
}
