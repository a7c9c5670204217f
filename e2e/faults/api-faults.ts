import type { Page, Route } from '@playwright/test';

/** A way for the server to fail a call. */
interface ApiFault {
  name: string;
  answer(route: Route): Promise<void>;
}

/** Marks an answer that a test gives in place of the server. Any other answer above 499 fails the test. */
export const BY_TEST = { 'x-answered-by': 'test' };

const answering = (status: number, contentType: string, body: string) => (route: Route) =>
  route.fulfill({ status, contentType, body, headers: BY_TEST });

const JSON_TYPE = 'application/json';

export const API_FAULTS: readonly ApiFault[] = [
  { name: 'down', answer: (route) => route.abort('connectionrefused') },
  { name: 'answering 500', answer: answering(500, JSON_TYPE, '{}') },
  { name: 'answering HTML', answer: answering(200, 'text/html', '<!doctype html><title>Welcome</title>') },
  { name: 'answering with half a JSON text', answer: answering(200, JSON_TYPE, '{"rows":[{"id":') },
  { name: 'answering with a wrong shape', answer: answering(200, JSON_TYPE, '{"rows":"none"}') },
];

/** The browser's own messages about these faults. */
export const FAULT_NOISE = /status of 500|net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|FAILED)/;

/** Longer than the client waits for an answer. */
export const GIVEN_UP_MS = 10_001;

/** One call of the API. The test controls its answers. */
export class Call {
  /** Requests that the page made so far. */
  count = 0;
  #answer: (route: Route) => Promise<void> = (route) => route.continue();
  #letGo: (() => void) | null = null;

  /** @param path part of the call's address */
  static async of(page: Page, path: string): Promise<Call> {
    const call = new Call();
    await page.route(
      (url) => url.pathname.endsWith(`/${path}`),
      (route) => {
        call.count += 1;
        return call.#answer(route);
      },
    );
    return call;
  }

  fail({ answer }: Pick<ApiFault, 'answer'>): void {
    this.#answer = answer;
  }

  succeed(): void {
    this.#answer = (route) => route.continue();
  }

  /** The server executes the call, but its answer is lost. */
  loseAnswers(): void {
    this.#answer = async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    };
  }

  /** Answers wait until `letGo`. */
  hold(): void {
    const released = new Promise<void>((resolve) => {
      this.#letGo = resolve;
    });
    this.#answer = async (route) => {
      await released;
      // The page may have cancelled this request by now.
      await route.continue().catch(() => {});
    };
  }

  letGo(): void {
    this.succeed();
    this.#letGo?.();
  }
}
