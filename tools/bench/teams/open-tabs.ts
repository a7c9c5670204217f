import { type Browser, chromium, type Page } from '@playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from '../../machine/find-browser.ts';

/** A busy machine is slow. Only what never comes is a failure. */
const TIMEOUT_MS = 300_000;
/** Stands in for the cookie of a session. */
const WHO_COOKIE = 'bench-who';
const STORED = {
  rep: ['host:sales-session', { salesRepId: ID(1), sessionId: ID(2), timestamp: Date.now() }],
  customer: ['host:customer-session', { customerId: ID(3), timestamp: Date.now() }],
} as const;

function ID(number: number): string {
  return `00000000-0000-4000-8000-00000000000${number}`;
}

/** Tabs of a visitor, a customer and a representative, open through all releases. */
export class OpenTabs {
  readonly problems: string[] = [];
  readonly #browser: Browser;
  readonly #tabs: { who: string; page: Page; home: string }[] = [];
  readonly #siteUrl: string;

  private constructor(browser: Browser, siteUrl: string) {
    this.#browser = browser;
    this.#siteUrl = siteUrl;
  }

  static async open(siteUrl: string): Promise<OpenTabs> {
    const browser = await chromium.launch({
      executablePath: findBrowser(process.env),
      args: BROWSER_ARGUMENTS,
    });
    const tabs = new OpenTabs(browser, siteUrl);
    await tabs.#add('visitor', '/');
    await tabs.#add('customer', '/');
    await tabs.#add('rep', '/sales-portal');
    return tabs;
  }

  /** The link of each page that was open during the release is followed, then the page is opened again: both must be whole. */
  async use(step: string): Promise<void> {
    for (const { who, page, home } of this.#tabs) {
      if (page.url() !== 'about:blank') {
        await page.locator('#main').getByRole('link', { name: 'Home' }).click({ timeout: TIMEOUT_MS });
        await page.waitForURL(`${this.#siteUrl}/`, { timeout: TIMEOUT_MS });
        await this.#expectWhole(page, `${step}: what the ${who}'s link leads to`);
      }
      await page.goto(this.#siteUrl + home, { timeout: TIMEOUT_MS });
      await this.#expectWhole(page, `${step}: the ${who}'s page`);
    }
  }

  async #expectWhole(page: Page, what: string): Promise<void> {
    await page
      .waitForFunction(hydrated, null, { timeout: TIMEOUT_MS })
      .catch(() => this.problems.push(`${what} was not taken over`));
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  async #add(who: 'visitor' | 'customer' | 'rep', home: string): Promise<void> {
    const context = await this.#browser.newContext({ reducedMotion: 'reduce' });
    if (who !== 'visitor') {
      const [key, session] = STORED[who];
      await context.addInitScript(([name, value]) => localStorage.setItem(name, value), [
        key,
        JSON.stringify(session),
      ] as const);
    }
    await context.addCookies([{ name: WHO_COOKIE, value: who, url: this.#siteUrl }]);
    const page = await context.newPage();
    page.on('pageerror', (error) => this.problems.push(`${who}: ${error.message}`));
    page.on('response', (response) => {
      const isBackend = /\/(rest|functions)\/v1\//.test(response.url());
      if (response.status() >= 400 && !isBackend)
        this.problems.push(`${who}: ${response.status()} ${response.url()}`);
    });
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      if (reason !== 'net::ERR_ABORTED') this.problems.push(`${who}: ${reason} ${request.url()}`);
    });
    this.#tabs.push({ who, page, home });
  }
}

/** Runs in the page. */
function hydrated(): boolean {
  const headings = [...document.querySelectorAll('h1')].map((h1) => h1.closest('[data-static]') ?? h1);
  return (
    headings.length === 1 &&
    headings.some((part) => Object.keys(part).some((key) => key.startsWith('__react')))
  );
}

/** The backend of the tabs: it renews their sessions, and knows nothing else. */
export async function sessionsOnly(request: Request): Promise<Response> {
  if (!new URL(request.url).pathname.endsWith('/renew-session'))
    return Response.json({ code: 'unavailable', message: 'No backend' }, { status: 503 });
  const hour = new Date(Date.now() + 3_600_000).toISOString();
  const actor =
    request.headers.get('cookie')?.includes(`${WHO_COOKIE}=customer`) === true
      ? {
          kind: 'customer',
          customer: {
            id: ID(3),
            name: 'Grace',
            email: 'grace@corvane.example',
            company: 'Navy',
            repName: 'Ada',
            repEmail: 'ada@corvane.example',
          },
        }
      : { kind: 'rep', rep: { id: ID(1), name: 'Ada', email: 'ada@corvane.example' } };
  return Response.json({
    sessionToken: 'bench',
    expiresAt: hour,
    sessionId: ID(2),
    sessionExpiresAt: hour,
    actor,
  });
}
