import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSite } from '@corvane/release';
import type { Page } from '@playwright/test';
import { stack } from '../stack.ts';
import { health, releaseQuickly, variantOf } from './releases.ts';

interface StoredPage {
  headers: Record<string, string>;
  body: string;
}

/** What a browser stored of the site, before newer releases went live and the stored one was removed. */
export class StoredSite {
  readonly #pages: ReadonlyMap<string, StoredPage>;
  readonly #filesOfHost: string;

  private constructor(pages: ReadonlyMap<string, StoredPage>, filesOfHost: string) {
    this.#pages = pages;
    this.#filesOfHost = filesOfHost;
  }

  /**
   * Releases every application, and stores pages of that. Then each is released twice more, and what was stored is
   * removed. Nginx keeps files open that anyone asked for in the last minute, so the stored ones are new.
   */
  static async beforeNewReleases(paths: readonly string[]): Promise<StoredSite> {
    const apps = Object.keys((await health()).versions);
    const releaseEach = async () => {
      for (const app of apps) await releaseQuickly(app, await variantOf(app, randomUUID()));
    };
    await releaseEach();
    const pages = new Map<string, StoredPage>();
    for (const pathname of paths) {
      const response = await fetch(stack.url + pathname);
      // The body is stored decoded.
      const {
        'content-encoding': _,
        'content-length': __,
        ...headers
      } = Object.fromEntries(response.headers);
      pages.set(pathname, { headers, body: await response.text() });
    }
    const filesOfHost = await mkdtemp(path.join(tmpdir(), 'corvane-stored-'));
    await cp(path.join(stack.siteRoot, 'assets/host'), filesOfHost, { recursive: true });
    // Twice, because the version before the live one stays, for browsers that cannot load the live one.
    await releaseEach();
    await releaseEach();
    const site = openSite(stack.siteRoot);
    const { versions: expendable } = await site.planPrune({ versions: 0, days: 0 });
    await site.prune({ versions: expendable, paths: [] });
    return new StoredSite(pages, filesOfHost);
  }

  /** Opens a page as a browser that restores its tab: from what it stored, without asking the server. */
  async restore(page: Page, pathname: string): Promise<void> {
    const stored = this.#pages.get(pathname);
    if (stored === undefined) throw new Error(`${pathname} was not stored`);
    let isRestored = false;
    // Not `times: 1`, which counts when the answer is out: the page may have asked for itself again by then.
    await page.route(
      (url) => url.pathname === pathname,
      async (route) => {
        const isLater = isRestored;
        isRestored = true;
        await (isLater ? route.continue() : route.fulfill(stored));
      },
    );
    await page.goto(pathname, { waitUntil: 'commit' });
  }

  /** The browser also still has the scripts of the shell. The scripts of the pages are gone everywhere. */
  async keepShell(page: Page): Promise<void> {
    const prefix = '/assets/host/';
    await page.route(`**${prefix}**`, async (route) => {
      const name = new URL(route.request().url()).pathname.slice(prefix.length);
      const file = path.join(this.#filesOfHost, name);
      await (existsSync(file) ? route.fulfill({ path: file }) : route.continue());
    });
  }
}
