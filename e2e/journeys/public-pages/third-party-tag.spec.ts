import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { contentSecurityPolicy } from '@corvane/tools/gateway/security-headers';
import { expect, hydrated, test } from '../../browser.ts';
import { fillContact, takenTime } from '../../contact.ts';
import { expectAccessible } from '../../portal/portal.ts';
import { copyOfSources, runIn } from '../../site/copy-of-sources.ts';

/** Tells its own server of every call, as such scripts do. */
const script = (origin: string) => `
  const tell = (call) => navigator.sendBeacon('${origin}/told', JSON.stringify([...call]));
  window.dataLayer.forEach(tell);
  window.dataLayer.push = (call) => tell(call);
`;

/** Stands in for the server of a tag's provider. */
async function startProvider() {
  const asked: string[] = [];
  const told: unknown[][] = [];
  const server: Server = createServer(async (request, response) => {
    asked.push(request.url ?? '');
    if (request.method === 'POST') told.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    const { port } = server.address() as AddressInfo;
    response.setHeader('Content-Type', 'text/javascript');
    response.end(request.method === 'GET' ? script(`http://127.0.0.1:${port}`) : '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { asked, told, origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Builds the site of a copy, and serves it with the copy's headers until the child ends. */
async function serveCopy(copy: string): Promise<{ child: ChildProcess; url: string }> {
  runIn(
    copy,
    `import { buildApp } from './tools/build/build-app.ts';
    import { openSite } from './release/change/open-site.ts';
    const builds = [];
    for (const app of ['host', 'marketing', 'portal']) builds.push(await buildApp(app));
    await openSite('site').release(builds, {
      isTested: false,
      site: { siteUrl: 'https://www.corvane.example', apiUrl: '', publishableKey: 'key' },
    });`,
  );
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import path from 'node:path';
      import { startGateway } from './tools/gateway/gateway.ts';
      const { port } = await startGateway({
        port: 0,
        siteRoot: path.resolve('site'),
        backend: {
          fetch: async (request) => request.url.endsWith('/submit-contact')
            ? Response.json({ contactRequestId: (await request.json()).id, notified: true })
            : new Response(null, { status: 204 }),
          healthy: async () => true,
        },
      });
      console.log('http://127.0.0.1:' + port);`,
    ],
    { cwd: copy, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = await once(child.stdout, 'data');
  return { child, url: String(line).trim() };
}

test.describe('a site whose owner set a tag', () => {
  test.use({ allowProblems: /^foreign: http:\/\/127\.0\.0\.1/ });

  test('asks before it loads the tag, tells it of a request, and takes it off again @deep', async ({
    page,
    browser,
  }) => {
    test.setTimeout(15 * 60_000);
    const provider = await startProvider();
    const tag = { provider: 'Acme Measuring', id: 'A-1', scriptUrl: `${provider.origin}/tag.js?id=A-1` };
    const copy = await copyOfSources([
      'host',
      'marketing',
      'portal',
      'supabase',
      'nginx',
      'e2e/package.json',
      'e2e/node_modules',
    ]);
    const file = path.join(copy, 'shared/src/brand/site-tag.ts');
    const source = await readFile(file, 'utf8');
    await writeFile(file, source.replace('SITE_TAG = null', `SITE_TAG = ${JSON.stringify(tag)}`));
    const { child, url } = await serveCopy(copy);
    try {
      const question = page.getByRole('region', { name: 'May Acme Measuring measure your visit?' });

      await test.step('the policy is wider by the origin of the tag alone, in nginx too', async () => {
        const response = await page.goto(url);
        expect(response?.headers()['content-security-policy']).toBe(contentSecurityPolicy(tag));
        runIn(copy, `process.argv[1] = ''; await import('./tools/gateway/nginx/write-nginx-policy.ts');`);
        expect(await readFile(path.join(copy, 'nginx/headers.conf'), 'utf8')).toContain(
          `"${contentSecurityPolicy(tag)}"`,
        );
      });

      await test.step('nothing is loaded before an answer, nor after a no, which is remembered', async () => {
        // At the top of the page as well, which is longer than the window.
        await expect(question).toBeInViewport({ ratio: 1 });
        await page.setViewportSize({ width: 360, height: 740 });
        await expectAccessible(page);
        await question.getByRole('button', { name: 'No', exact: true }).press('Enter');
        await expect(question).toBeHidden();
        // The focus is where the bar was: the next stop takes the answer back.
        await page.keyboard.press('Tab');
        await expect(page.getByRole('button', { name: 'Allow it' })).toBeFocused();
        await page.reload();
        await expect(page.getByText('Acme Measuring learns nothing of your visit.')).toBeVisible();
        await expect(question).toBeHidden();
        expect(provider.asked).toEqual([]);
      });

      await test.step('after a yes, the event of a sent form arrives', async () => {
        await page.getByRole('button', { name: 'Allow it' }).click();
        await expect.poll(() => provider.told).toContainEqual(['config', 'A-1']);
        await page.goto(`${url}/contact`);
        await hydrated(page);
        await fillContact(page, { name: 'Ada Lovelace', email: 'ada@engine.example', company: 'Engines' });
        await takenTime(page);
        await page.getByRole('main').locator('form button[type=submit]').click();
        await expect(page.getByText(/thank you/i).first()).toBeVisible();
        await expect
          .poll(() => provider.told.filter(([command]) => command === 'event'))
          .toEqual([
            [
              'event',
              'form_submission_success',
              { event_category: 'engagement', event_label: 'contact_form' },
            ],
          ]);
        expect(JSON.stringify(provider.told)).not.toMatch(/\bada\b|Lovelace|form-begun/i);
      });

      await test.step('after it is withdrawn, no page loads the tag', async () => {
        await page.getByRole('button', { name: 'Withdraw' }).click();
        await expect(page.getByText('Acme Measuring learns nothing of your visit.')).toBeVisible();
        const before = provider.asked.length;
        await page.goto(`${url}/privacy`);
        await expect(page.getByText('Acme Measuring learns nothing of your visit.')).toBeVisible();
        await expect(page.getByText(/You can withdraw that at the end of every page/)).toBeVisible();
        expect(provider.asked).toHaveLength(before);
      });

      await test.step('Global Privacy Control answers no, also after an earlier yes', async () => {
        const context = await browser.newContext();
        const other = await context.newPage();
        await other.addInitScript((origin) => {
          Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
          localStorage.setItem('host:tag-choice', `allowed ${origin}`);
        }, provider.origin);
        const before = provider.asked.length;
        await other.goto(url);
        await expect(other.getByText(/Your browser sends Global Privacy Control/)).toBeVisible();
        await expect(other.getByRole('region', { name: /measure your visit/ })).toBeHidden();
        expect(provider.asked).toHaveLength(before);
        await context.close();
      });
    } finally {
      child.kill();
      provider.close();
    }
  });
});
