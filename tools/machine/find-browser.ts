import { spawnSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { missingProgram } from './system-packages.ts';

/** Keeps a browser to the site under test: no sandbox for root, no calls home. */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

/** The argument with which Chromium trusts a certificate, and so keeps what comes over it. @param file PEM */
export function trustArgument(file: string): string {
  const key = new X509Certificate(readFileSync(file)).publicKey.export({ type: 'spki', format: 'der' });
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`;
}

/** Names under which systems install Chromium. */
const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The same engine without windows around its pages: it opens a page in half the time. */
const SHELL_NAMES = ['chromium-headless-shell', ...SYSTEM_NAMES];

/** Path of the Chromium in `CHROMIUM_PATH`, else the system's. Null without one. */
export function findSystemBrowser(env: NodeJS.ProcessEnv, names = SYSTEM_NAMES): string | null {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
  for (const name of names) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout?.trim();
    if (found) return found;
  }
  return null;
}

/**
 * Path of a Chromium for the journeys: the system's fastest, else Playwright's own, which is downloaded if needed.
 * Null when that fails.
 */
export function findJourneyBrowser(env: NodeJS.ProcessEnv): string | null {
  return findSystemBrowser(env, SHELL_NAMES) ?? findPlaywrightBrowser();
}

/**
 * Path of an ordinary Chromium with windows.
 * @throws UserError saying how to get one.
 */
export function findBrowser(env: NodeJS.ProcessEnv): string {
  return found(findSystemBrowser(env) ?? findJourneyBrowser(env));
}

/**
 * Path of the Chromium that needs least time for a page.
 * @throws UserError saying how to get one.
 */
export function findQuickBrowser(env: NodeJS.ProcessEnv): string {
  return found(findJourneyBrowser(env));
}

function found(browser: string | null): string {
  if (browser === null) throw missingProgram('chromium');
  return browser;
}

function findPlaywrightBrowser(): string | null {
  const cli = path.join(WORKSPACE_ROOT, 'e2e/node_modules/@playwright/test/cli.js');
  const own = () =>
    spawnSync(
      process.execPath,
      ['-e', "console.log(require('@playwright/test').chromium.executablePath())"],
      { cwd: path.join(WORKSPACE_ROOT, 'e2e'), encoding: 'utf8' },
    ).stdout?.trim() ?? '';
  if (!existsSync(own())) {
    console.log('No Chromium found: fetching the one that Playwright brings.');
    spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' });
  }
  return existsSync(own()) ? own() : null;
}
