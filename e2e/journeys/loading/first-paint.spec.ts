import { sampleOf } from '@corvane/tools/machine/sample';
import type { Page, Route } from '@playwright/test';
import { expect, hydrated, test } from '../../browser.ts';
import { HeldRequests } from '../../faults/held-requests.ts';
import { oneRunIn } from '../../in-turn.ts';
import { publicPages } from '../../site/pages.ts';
import { startRecordingEdge } from '../../site/recording-edge.ts';

const SCRIPT = /\.js(\?.*)?$/;
const SLOW_PAGES = sampleOf('slow HTML', await publicPages(), 6);

/** Resolves when text is in this many faces that the visitor's machine does not have. */
async function downloadedFaces(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (expected) =>
      [...document.fonts].filter(
        ({ family, status }) => status === 'loaded' && !family.replaceAll('"', '').endsWith(' Fallback'),
      ).length === expected,
    count,
  );
}

test('a page is painted from its HTML alone: it waits for no stylesheet, font or script', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(`${request.resourceType()} ${request.url()}`));
  await HeldRequests.of(page, SCRIPT);
  await page.route(/\.woff2$/, () => {
    // The test never answers this request.
  });
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeInViewport();
  expect(await heading.evaluate((h1) => Number.parseFloat(getComputedStyle(h1).fontSize))).toBeGreaterThan(
    32,
  );
  // Fonts are requested together with the scripts: after the paint.
  await expect.poll(() => requested.some((request) => request.startsWith('script '))).toBe(true);
  await expect.poll(() => requested.some((request) => request.endsWith('.woff2'))).toBe(true);
  expect(requested.filter((request) => request.startsWith('stylesheet '))).toEqual([]);
});

test('text changes its face once, when all fonts have arrived', async ({ page }) => {
  const fonts: Route[] = [];
  await page.route(/\.woff2$/, async (route) => {
    // A page with routes has no cache, so the faces ask again.
    if (route.request().resourceType() === 'font') await route.continue();
    else fonts.push(route);
  });
  const faces = () =>
    page.evaluate(() =>
      [...document.styleSheets].flatMap(({ cssRules }) =>
        [...cssRules]
          .filter((rule) => rule instanceof CSSFontFaceRule && rule.cssText.includes('url('))
          .map(({ cssText }) => cssText),
      ),
    );
  await page.goto('/');
  await hydrated(page);
  await expect.poll(() => fonts.length).toBe(2);
  expect(await faces()).toEqual([]);
  const arrived = page.waitForEvent('requestfinished', (request) => request === fonts[0]?.request());
  await fonts[0]?.continue();
  await arrived;
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(await faces()).toEqual([]);
  await fonts[1]?.continue();
  await expect.poll(faces).not.toEqual([]);
  await downloadedFaces(page, 2);
});

test(`the system fonts are as wide as the downloaded ones, so few line breaks would move${oneRunIn(3, 'wide fonts')}`, async ({
  page,
}) => {
  const texts: Record<string, string> = {};
  for (const path of ['/', '/pricing', '/features']) {
    await page.goto(path);
    await downloadedFaces(page, 2);
    const found = await page.evaluate(() =>
      [...document.querySelectorAll('#root :is(h1, h2, h3, p, a, button, li, dt, dd)')].map((element) => {
        const { fontFamily, fontWeight } = getComputedStyle(element);
        return [`${fontWeight} ${fontFamily}`, element.textContent] as const;
      }),
    );
    for (const [face, text] of found) texts[face] = `${texts[face] ?? ''} ${text}`;
  }
  const ratios = await page.evaluate((entries) => {
    delete document.documentElement.dataset.faces;
    const pen = document.createElement('canvas').getContext('2d');
    const widthOf = (text: string, font: string) => {
      if (pen === null) throw new Error('This browser draws no text');
      pen.font = font;
      return pen.measureText(text).width;
    };
    return entries.flatMap(([face, text]) => {
      const [weight, downloaded, local] = /^(\d+) (.+?), (.+?),/.exec(face)?.slice(1) ?? [];
      const ratio =
        widthOf(text, `${weight} 100px ${downloaded}`) / widthOf(text, `${weight} 100px ${local}`);
      // A few words say nothing about a face.
      return text.length < 200 ? [] : [{ face, ratio }];
    });
  }, Object.entries(texts));
  expect(ratios.length).toBeGreaterThanOrEqual(3);
  for (const { face, ratio } of ratios) {
    expect(ratio, face).toBeGreaterThan(0.985);
    expect(ratio, face).toBeLessThan(1.015);
  }
});

test.describe('with fonts that cannot be fetched at first', () => {
  test.use({ allowProblems: /^console: Failed to load resource: net::ERR_FAILED$/ });

  test('they are asked for once more, and are no error of the page', async ({ page }) => {
    await page.route(/\.woff2$/, (route) =>
      route.request().resourceType() === 'font' ? route.continue() : route.abort(),
    );
    await page.goto('/');
    await downloadedFaces(page, 2);
  });
});

test(`each font is transferred once, and its request tells no page${oneRunIn(3, 'fonts once')}`, async ({
  browser,
}) => {
  const edge = await startRecordingEdge();
  const page = await browser.newPage({ baseURL: edge.url });
  await page.goto('/pricing?utm_source=mail');
  await downloadedFaces(page, 2);
  const fonts = edge.requests.filter(({ url }) => url.endsWith('.woff2'));
  expect(fonts.map(({ headers: { referer } }) => referer)).toEqual([undefined, undefined]);
  await page.close();
  await edge.close();
});

test('a button pressed before the scripts arrive works once they have arrived', async ({ page }) => {
  const scripts = await HeldRequests.of(page, SCRIPT);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.getByRole('contentinfo').getByRole('button', { name: 'Partner Program' }).click();
  await scripts.release();
  await expect(page.getByRole('dialog').getByLabel('Sales ID', { exact: true })).toBeVisible();
});

/**
 * Takes away all that follows an element, for each element on the screen in turn: a browser may paint at any point of
 * the HTML. @returns what stands elsewhere then than on the whole page. Moves below 3 px are no layout shift
 */
function movedByWhatFollows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.getElementById('root');
    const placeOf = (part: Element) => {
      const { x, y, width, height, bottom } = part.getBoundingClientRect();
      return width > 0 && height > 0 && bottom > 0 && y < innerHeight && part.checkVisibility()
        ? { x, y }
        : null;
    };
    const whole = [...(root?.querySelectorAll('*') ?? [])].flatMap((part) => {
      const place = placeOf(part);
      return place === null ? [] : [{ part, place }];
    });
    if (whole.length === 0) throw new Error('Nothing is on the screen');
    return whole.flatMap(({ part: last }) => {
      const taken: [Element, ChildNode[]][] = [];
      for (let part = last; part !== root && part.parentElement !== null; part = part.parentElement) {
        const siblings = [...part.parentElement.childNodes];
        const following = siblings.slice(siblings.indexOf(part) + 1);
        for (const node of following) node.remove();
        taken.push([part.parentElement, following]);
      }
      const moved = whole.flatMap(({ part, place }) => {
        // What is still open grows.
        const early = part.isConnected && !part.contains(last) ? placeOf(part) : null;
        if (early === null || Math.hypot(early.x - place.x, early.y - place.y) < 3) return [];
        return `${part.outerHTML.slice(0, 90)} from ${early.x} ${early.y} to ${place.x} ${place.y}`;
      });
      for (const [parent, following] of taken) parent.append(...following);
      return moved.slice(0, 1);
    });
  });
}

test.describe('on a phone, while the HTML still arrives', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  for (const { path } of SLOW_PAGES) {
    test(`nothing of ${path} moves when its next part arrives`, async ({ page }) => {
      await page.goto(path);
      expect(await movedByWhatFollows(page)).toEqual([]);
    });
  }
});
