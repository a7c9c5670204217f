import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { runCommand } from '../../command/run-command.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../../machine/find-browser.ts';
import { startSite } from '../../stack/start-site.ts';

const RUNS = 20;

/**
 * Measures the time from pressing 'Sign in' to the first price on the screen. It uses the composed site on its own
 * stack, with a fresh browser profile each time. Alternates with a reference for the machine's speed: a reload of the
 * same page, signed in, to the same price.
 */
runCommand(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'corvane-bench-'));
  const site = await startSite({ ...process.env, PORT: '0', DATA_DIR: dataDir }, () => {});
  const browser = await chromium.launch({
    executablePath: findBrowser(process.env),
    args: BROWSER_ARGUMENTS,
  });
  try {
    const signInsMs: number[] = [];
    const reloadsMs: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const { signInMs, reloadMs } = await measure(browser, site.url, site.backend.demo.salesIds[0] ?? '');
      signInsMs.push(signInMs);
      reloadsMs.push(reloadMs);
    }
    print('sign-in pressed to prices visible', signInsMs);
    print('reload, signed in, to prices visible', reloadsMs);
  } finally {
    await browser.close();
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function measure(browser: Browser, url: string, salesId: string) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${url}/pricing`, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Partner Program' }).click();
    await page.getByLabel('Sales ID').fill(salesId);
    const price = page.getByText('/month').first();

    const pressedAt = performance.now();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await price.waitFor();
    const signInMs = performance.now() - pressedAt;

    const reloadedAt = performance.now();
    await page.reload({ waitUntil: 'commit' });
    await price.waitFor();
    return { signInMs, reloadMs: performance.now() - reloadedAt };
  } finally {
    await context.close();
  }
}

function print(what: string, samplesMs: number[]): void {
  const sorted = samplesMs.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  console.log(`${what}: median ${at(0.5)} ms, slowest tenth ${at(0.9)} ms, of ${sorted.length} runs`);
}
