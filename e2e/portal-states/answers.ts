import type { ErrorCode } from '@corvane/shared/contracts/remote/api-error';
import type { Page } from '@playwright/test';
import { type StoppedCall, StoppedCalls } from './stopped-calls.ts';

/** Addresses of the calls that the portal makes. */
export const rpc = (name: string) => `*/rest/v1/rpc/${name}`;
export const fn = (name: string) => `*/functions/v1/${name}`;

type Sent = Readonly<Record<string, unknown>>;
const everyCall = () => true;

const stopped = new WeakMap<Page, Promise<StoppedCalls>>();

function stoppedCallsOf(page: Page): Promise<StoppedCalls> {
  const calls = stopped.get(page) ?? StoppedCalls.of(page);
  stopped.set(page, calls);
  return calls;
}

async function meet(
  page: Page,
  url: string,
  which: (sent: Sent) => boolean,
  how: (calls: StoppedCalls, call: StoppedCall) => unknown,
): Promise<void> {
  const calls = await stoppedCallsOf(page);
  await calls.add(url, {
    which: (call) => which(sentBy(call)),
    meet: async (call) => how(calls, call),
  });
}

/** From now on, all calls reach the server again. */
export async function answerNothing(page: Page) {
  await (await stoppedCallsOf(page)).clear();
}

/** Leaves calls without an answer. */
export function hold(page: Page, url: string, which: (sent: Sent) => boolean = everyCall) {
  return meet(page, url, which, (calls, call) => calls.hold(call));
}

/** Aborts calls, as if the server were unreachable. */
export function cut(page: Page, url: string) {
  return meet(page, url, everyCall, (calls, call) => calls.abort(call));
}

export function answer(page: Page, url: string, json: unknown, which: (sent: Sent) => boolean = everyCall) {
  return meet(page, url, which, (calls, call) => calls.fulfill(call, 200, json));
}

/** The database answers with an error. */
export function fail(page: Page, url: string, which: (sent: Sent) => boolean = everyCall) {
  return meet(page, url, which, (calls, call) => calls.fulfill(call, 500, {}));
}

/** An Edge Function refuses, in the format of all functions. */
export function refuse(
  page: Page,
  url: string,
  status: number,
  code: ErrorCode,
  details: { message?: string; retryAfterSeconds?: number; fields?: Record<string, string> } = {},
  which: (sent: Sent) => boolean = everyCall,
) {
  const error = {
    code,
    message: 'Refused',
    correlationId: '00000000-0000-4000-8000-000000000000',
    ...details,
  };
  return meet(page, url, which, (calls, call) => calls.fulfill(call, status, { error }));
}

/** The server's answer with changes. */
export function change(page: Page, url: string, changed: (answer: Record<string, unknown>) => unknown) {
  return meet(page, url, everyCall, async (calls, call) => {
    const { method, headers, body } = call;
    const response = await page.request.fetch(call.url, { method, headers, data: body });
    await calls.fulfill(call, response.status(), changed(await response.json()));
  });
}

function sentBy({ body }: StoppedCall): Sent {
  return JSON.parse(body || '{}');
}
