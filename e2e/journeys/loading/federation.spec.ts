import { readdir } from 'node:fs/promises';
import path from 'node:path';
import {
  accessLabel,
  expect,
  facesArrived,
  hydrated,
  idle,
  layOutAll,
  leavePortal,
  sectionsHydrated,
  signInAsRep,
  test,
} from '../../browser.ts';
import { liveRelease } from '../../faults/faults.ts';
import { oneRunIn } from '../../in-turn.ts';
import { openPortal } from '../../portal/portal.ts';
import { stack } from '../../stack.ts';

test('remotes load at run time from their versioned directories, each only where it is needed', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  const { versions } = (await (await page.request.get('/healthz')).json()) as {
    versions: Record<string, string>;
  };

  await page.goto('/');
  await hydrated(page);
  expect(scripts).toContain(`/remotes/marketing/${versions.marketing}/remoteEntry.js`);
  expect(scripts.filter((url) => url.startsWith('/remotes/portal/'))).toEqual([]);

  await signInAsRep(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  expect(scripts).toContain(`/remotes/portal/${versions.portal}/remoteEntry.js`);
});

test('pointing at a link loads its page once, before the click', async ({ page }) => {
  const fetched: string[] = [];
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/remotes\/.*\.(js|css)$/.test(pathname)) fetched.push(pathname);
  });
  const { base, routes } = await liveRelease('marketing');
  const { preload = [], preloadWithoutHtml = [] } = routes.find((route) => route.path === '/pricing') ?? {};
  const files = [...preload, ...preloadWithoutHtml].map((file) => base + file);
  expect(files).toContainEqual(expect.stringContaining('pricing'));
  await page.goto('/');
  await hydrated(page);
  await idle(page);
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).first().hover();
  // They arrive in any order.
  await expect.poll(() => fetched).toEqual(expect.arrayContaining(files));
  const ahead = fetched.length;
  await page.mouse.down();
  await page.mouse.up();
  await expect(page).toHaveTitle(/Pricing/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Our Pricing Plans');
  // Files that a page fetches on first use may follow.
  expect(fetched.slice(ahead).filter((file) => file.includes('pricing'))).toEqual([]);
  expect(fetched.length).toBe(new Set(fetched).size);
});

test('there is one copy of React: the host brings it, and no remote loads its own', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto('/');
  await hydrated(page);
  await openPortal(page);
  await idle(page);

  for (const remote of ['marketing', 'portal']) {
    const [version = ''] = await readdir(path.join(stack.siteRoot, 'remotes', remote));
    const files = await readdir(path.join(stack.siteRoot, 'remotes', remote, version));
    const ownReact = files.filter((file) => /^(__federation_shared_)?react(-dom)?-.*\.js$/.test(file));
    expect(ownReact.length, `${remote} loads its own React if the host has none`).toBeGreaterThan(0);
    expect(
      fetched.filter((url) =>
        ownReact.some((file) => url.startsWith(`/remotes/${remote}/`) && url.endsWith(file)),
      ),
    ).toEqual([]);
  }
  const shared = await page.evaluate(() => {
    const scope = (globalThis as { __federation_shared__?: { default: Record<string, object> } })
      .__federation_shared__;
    return Object.entries(scope?.default ?? {}).map(([name, versions]) => [
      name,
      Object.keys(versions).length,
    ]);
  });
  expect(shared.sort()).toEqual([
    ['react', 1],
    ['react-dom', 1],
  ]);
});

test(`a marketing page looks the same before and after the portal's styles have been loaded${oneRunIn(3, 'looks the same')}`, async ({
  page,
}) => {
  // In the portal this sets the dark theme.
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  await openPortal(page);
  await page.goto('/contact');
  await sectionsHydrated(page);
  await idle(page);
  await expect(accessLabel(page, 'Demo Mode')).toBeVisible();
  await facesArrived(page);
  // Both pictures are in the downloaded faces, even where the change would move a line.
  await page.evaluate(() => delete document.documentElement.dataset.faces);
  await layOutAll(page);
  await page.mouse.move(0, 0);
  const before = await page.screenshot({ fullPage: true });

  await page.getByRole('link', { name: 'Sales Portal' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  await leavePortal(page);
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Contact');
  await expect(page.locator('link[rel=stylesheet][href*="/remotes/portal/"]')).toHaveCount(1);
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    scrollTo(0, 0);
  });
  await page.mouse.move(0, 0);
  await expect.poll(async () => (await page.screenshot({ fullPage: true })).equals(before)).toBe(true);
});
