import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { translatePage } from '@corvane/shared/testing/translate-page';
import { BROWSER_ARGUMENTS, findBrowser } from '@corvane/tools/machine/find-browser';
import { chromium } from '@playwright/test';
import { test as base } from '../browser.ts';
import { stack } from '../stack.ts';

/** What kinds of browser extensions do to every page. Each runs inside it, so it uses nothing outside itself. */
const EXTENSIONS = {
  /** Puts icons beside fields and buttons at the end of the page. Fills in who the visitor is as soon as fields come. */
  'a password manager': () => {
    const KNOWN = { name: 'Ada Lovelace', email: 'ada@lovelace.example' };
    const dress = () => {
      for (const field of document.querySelectorAll<HTMLInputElement>('input:not([data-kept])')) {
        field.setAttribute('data-kept', 'true');
        field.style.setProperty('background-image', 'linear-gradient(transparent, transparent)');
        const icon = document.createElement('keeper-icon');
        icon.setAttribute('style', 'position: absolute; width: 0; height: 0');
        field.parentElement?.insertBefore(icon, field.nextSibling);
        const known = KNOWN[field.autocomplete as 'name'];
        if (known === undefined || field.value !== '') continue;
        field.value = known;
        for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
      }
      if (document.querySelector('keeper-menu') === null)
        document.documentElement.append(document.createElement('keeper-menu'));
    };
    new MutationObserver(dress).observe(document, { childList: true, subtree: true });
  },
  /** Marks the page, and puts each text area into an element of its own with what it underlines. */
  'a grammar checker': () => {
    const wrap = () => {
      document.documentElement.setAttribute('data-checker-installed', 'true');
      document.body?.setAttribute('data-checker-loaded', '1.0');
      for (const area of document.querySelectorAll('textarea:not([data-checked])')) {
        area.setAttribute('data-checked', 'true');
        area.setAttribute('spellcheck', 'false');
        const around = document.createElement('checker-frame');
        around.style.display = 'contents';
        area.replaceWith(around);
        around.append(document.createElement('checker-lines'), area);
      }
    };
    new MutationObserver(wrap).observe(document, { childList: true, subtree: true });
  },
  /** Marks the page, brings styles before and after ours, and marks each element with a style of its own. */
  'a dark mode': () => {
    const darken = () => {
      const root = document.documentElement;
      root.setAttribute('data-darker-mode', 'dynamic');
      for (const element of document.querySelectorAll<HTMLElement>('[style]:not([data-darker])')) {
        element.setAttribute('data-darker', '');
        element.style.setProperty('--darker-color', '#e8e6e3');
      }
      if (document.head === null || document.querySelector('style.darker') !== null) return;
      for (const place of ['prepend', 'append'] as const) {
        const style = document.createElement('style');
        style.className = 'darker';
        style.textContent = 'html { background-color: #181a1b !important } a { outline-color: #3391ff }';
        document.head[place](style);
      }
      document.head.append(document.createElement('meta'));
    };
    new MutationObserver(darken).observe(document, { childList: true, subtree: true });
  },
  'a translator': translatePage,
} satisfies Record<string, () => unknown>;

type Extension = keyof typeof EXTENSIONS;
export const KINDS = Object.keys(EXTENSIONS) as Extension[];

/** Journeys in a Chromium that has an extension, which works before the scripts of a page. */
export const test = base.extend<{ extension: Extension }>({
  extension: ['a dark mode', { option: true }],
  context: async ({ extension }, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'extension-'));
    const manifest = {
      manifest_version: 3,
      name: extension,
      version: '1',
      // A translation begins with a page that is there.
      content_scripts: [
        {
          matches: ['<all_urls>'],
          js: ['content.js'],
          run_at: extension === 'a translator' ? 'document_end' : 'document_start',
        },
      ],
    };
    await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
    await writeFile(path.join(folder, 'content.js'), `(${EXTENSIONS[extension]})();`);
    // The browser without windows knows no extensions.
    const { CHROMIUM_PATH: _quick, ...env } = process.env;
    const context = await chromium.launchPersistentContext('', {
      executablePath: findBrowser(env),
      ignoreDefaultArgs: ['--disable-extensions'],
      args: [...BROWSER_ARGUMENTS, `--disable-extensions-except=${folder}`, `--load-extension=${folder}`],
      baseURL: stack.url,
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 900 },
    });
    await use(context);
    await context.close();
  },
});
