import type { ErrorCode } from '@corvane/shared/contracts/remote/api-error';
import type { Page, Route } from '@playwright/test';

/** Addresses of the calls that the portal makes. */
export const rpc = (name: string) => `**/rest/v1/rpc/${name}`;
export const fn = (name: string) => `**/functions/v1/${name}`;

type Sent = Readonly<Record<string, unknown>>;
const everyCall = () => true;

const held = new WeakMap<Page, Route[]>();

/** Holds calls without an answer: the page keeps waiting, up to the client's ten seconds. */
export async function hold(page: Page, url: string, which: (sent: Sent) => boolean = everyCall) {
  await page.route(url, (route) => {
    if (!which(sentBy(route))) return route.fallback();
    held.set(page, [...(held.get(page) ?? []), route]);
  });
}

/** Aborts held calls: otherwise the browser would send them once their route is gone. */
export async function giveUpHeld(page: Page) {
  for (const route of held.get(page) ?? []) {
    await route.abort().catch(() => {
      // The page itself has aborted it.
    });
  }
  held.delete(page);
}

export async function answer(
  page: Page,
  url: string,
  json: unknown,
  which: (sent: Sent) => boolean = everyCall,
) {
  await page.route(url, (route) => (which(sentBy(route)) ? route.fulfill({ json }) : route.fallback()));
}

/** The database answers with an error. */
export async function fail(page: Page, url: string, which: (sent: Sent) => boolean = everyCall) {
  await page.route(url, (route) =>
    which(sentBy(route)) ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  );
}

/** An Edge Function refuses, in the format of all functions. */
export async function refuse(
  page: Page,
  url: string,
  status: number,
  code: ErrorCode,
  details: { retryAfterSeconds?: number; fields?: Record<string, string> } = {},
) {
  const error = {
    code,
    message: 'Refused',
    correlationId: '00000000-0000-4000-8000-000000000000',
    ...details,
  };
  await page.route(url, (route) => route.fulfill({ status, json: { error } }));
}

/** The real answer, changed. */
export async function change(page: Page, url: string, changed: (answer: Record<string, unknown>) => unknown) {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: changed(await response.json()) });
  });
}

function sentBy(route: Route): Sent {
  return route.request().postDataJSON() ?? {};
}
