import { framesOf } from '@corvane/shared/lib/stack-frames';
import type { Page } from '@playwright/test';
import type { SourceMaps, SourcePlace } from '../store/source-maps.ts';
import { findTextMismatch } from './text-mismatch.ts';

/** React's error numbers for a difference between server and browser rendering. */
const HYDRATION = /Minified React error #(?:418|423|425);/;
const BACKEND = /\/(?:rest|functions)\/v1\//;

/** Problems of a page, with the source line and the component of each. */
export class PageProblems {
  readonly #page: Page;
  readonly #maps: SourceMaps;
  readonly #found: { text: string; stack: string }[] = [];
  #isAnswered = true;
  /** Resolves when something goes wrong. */
  readonly first: Promise<void>;
  #seeFirst = () => {};

  constructor(page: Page, maps: SourceMaps) {
    this.#page = page;
    this.#maps = maps;
    this.first = new Promise((resolve) => {
      this.#seeFirst = resolve;
    });
    page.on('pageerror', (error) => this.#add(`throws "${error.message}"`, error.stack ?? ''));
    page.on('console', (message) => {
      if (message.type() !== 'error' || BACKEND.test(message.location().url)) return;
      const [first = ''] = message.text().split('\n');
      this.#add(`${/^(?:Uncaught )?\w*Error\b/.test(first) ? 'throws' : 'logs'} "${first}"`, message.text());
    });
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      if (reason === 'net::ERR_ABORTED') return;
      this.#add(`cannot load ${new URL(request.url()).pathname} (${reason})`, '');
    });
    page.on('response', (response) => {
      if (BACKEND.test(response.url()) && response.status() >= 500) this.#isAnswered = false;
    });
  }

  #add(text: string, stack: string): void {
    this.#found.push({ text, stack });
    this.#seeFirst();
  }

  /** null when nothing is wrong so far. */
  async describe(): Promise<string | null> {
    const shown = await this.#shown();
    const [first] = this.#found;
    if (first === undefined) return shown;
    if (HYDRATION.test(first.text)) return this.#describeMismatch(first.stack);
    return `${first.text}${inWords(await this.#placeOf(first.stack))}`;
  }

  /** Failures that the page itself shows. An unrecorded call may fail, but an answered one may not. */
  async #shown(): Promise<string | null> {
    const retry = this.#page.getByRole('button', { name: 'Try again' });
    const [failed, withoutCode, [alert]] = await Promise.all([
      this.#page.getByTestId('host:remote-error').count(),
      this.#page.getByTestId('host:static-page').count(),
      this.#page.getByRole('alert').filter({ has: retry }).allInnerTexts(),
    ]);
    if (failed > 0) return 'shows that it could not be loaded';
    if (withoutCode > 0) return 'can be read, but its code could not be loaded';
    if (!this.#isAnswered || alert === undefined) return null;
    return `says "${alert.split('\n')[0]}" though the backend answered`;
  }

  async #describeMismatch(stack: string): Promise<string> {
    const { server, browser, place } = await findTextMismatch(this.#page, this.#maps);
    const texts = server === browser ? '' : `: the server wrote "${server}", the browser "${browser}"`;
    const where = inWords(place ?? (await this.#placeOf(stack)));
    return `looks different in the browser than from the server${where}${texts}`;
  }

  /** The innermost place of a stack that is in our own sources. */
  async #placeOf(stack: string): Promise<SourcePlace | null> {
    for (const frame of framesOf(stack)) {
      const place = await this.#maps.find(frame);
      if (place !== null && !place.isPackage) return place;
    }
    return null;
  }
}

function inWords(place: SourcePlace | null): string {
  if (place === null) return '';
  return ` in ${place.name === '' ? '' : `${place.name}, `}${place.file}:${place.line}`;
}
