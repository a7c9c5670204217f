import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../../browser.ts';
import { copyOfSources } from '../../site/copy-of-sources.ts';

// Its site is separate, and the test breaks it.
test.use({ allowProblems: /.*/ });

/** Vite reloads the page when it first meets a package, also while the test is looking at it. */
const hydratedAtLast = (page: Page) => expect(() => hydrated(page)).toPass({ timeout: 120_000 });

test('dev shows an error in the source, even after a reload, and shows the page again once it is fixed @deep', async ({
  page,
}) => {
  test.setTimeout(900_000);
  const copy = await copyOfSources(['host', 'marketing', 'portal', 'supabase']);
  const dev = spawn(process.execPath, ['--unhandled-rejections=warn', 'tools/stack/dev.ts'], {
    cwd: copy,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: await mkdtemp(path.join(tmpdir(), 'corvane-dev-')),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    let said = '';
    for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
    const site = () => /^ {2}Site +(\S+)/m.exec(said)?.[1];
    await expect.poll(site, { timeout: 300_000 }).toBeDefined();
    await page.goto(`${site()}/about`, { timeout: 300_000 });
    await hydratedAtLast(page);

    const file = path.join(copy, 'marketing/src/remote.ts');
    const source = await readFile(file, 'utf8');
    await appendFile(file, '\nconst broken = ;\n');
    const broken = page.getByRole('heading', { name: 'The source is broken' });
    await expect(async () => {
      await page.reload();
      await expect(broken).toBeVisible();
    }).toPass({ timeout: 120_000 });
    await expect(page.locator('pre')).toContainText('marketing/src/remote.ts');

    await writeFile(file, source);
    await expect(broken).toBeHidden({ timeout: 120_000 });
    await hydratedAtLast(page);
  } finally {
    dev.kill('SIGTERM');
    await once(dev, 'close');
  }
});
