import { BROWSER_ARGUMENTS } from '@corvane/tools/machine/find-browser';
import { type Browser, type BrowserContext, type KeyInput, launch, type Page } from 'puppeteer-core';
import { stack } from '../stack.ts';
import type { Driver, Engine, Key, Point } from './driver.ts';
import { problemRecorder } from './record-problems.ts';

/** Prefix of console messages that report a recorded problem. */
const PROBLEM = 'engines:problem ';

/** Time limit of one browser command, in case it hangs. */
const COMMAND_LIMIT_MS = 120_000;

/** The browser closes with its worker. The test runner handles signals. */
const UNDER_THE_RUNNER = {
  headless: true,
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false,
  protocolTimeout: COMMAND_LIMIT_MS,
  timeout: COMMAND_LIMIT_MS,
} as const;

export async function launchChromium(executablePath: string): Promise<Engine> {
  return engineOf(await launch({ ...UNDER_THE_RUNNER, executablePath, args: BROWSER_ARGUMENTS, pipe: true }));
}

export async function launchFirefox(executablePath: string): Promise<Engine> {
  const options = {
    ...UNDER_THE_RUNNER,
    executablePath,
    browser: 'firefox',
    protocol: 'webDriverBiDi',
  } as const;
  return engineOf(await launch(options));
}

function engineOf(browser: Browser): Engine {
  return {
    newDriver: async () => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      const driver = new PuppeteerDriver(context, page);
      await page.evaluateOnNewDocument(problemRecorder(`(text) => console.debug('${PROBLEM}' + text)`));
      return driver;
    },
    close: () => browser.close(),
  };
}

class PuppeteerDriver implements Driver {
  readonly #context: BrowserContext;
  readonly #page: Page;
  #problems: string[] = [];

  constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.#page = page;
    page.setDefaultTimeout(COMMAND_LIMIT_MS);
    page.on('console', (message) => {
      const text = message.text();
      if (text.startsWith(PROBLEM)) this.#problems.push(text.slice(PROBLEM.length));
      // Messages of the browser itself, such as for an error response.
      else if (message.type() === 'error') this.#problems.push(`browser: ${text}`);
    });
    // A test that leaves a page intends to, even when the page has unsaved text.
    page.on('dialog', (dialog) => {
      if (dialog.type() === 'beforeunload') void dialog.accept();
    });
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== stack.url)
        this.#problems.push(`foreign: ${request.url()}`);
    });
  }

  async open(address: string): Promise<void> {
    await this.#page.goto(new URL(address, stack.url).href);
  }

  resize(width: number, height: number): Promise<void> {
    return this.#page.setViewport({ width, height });
  }

  async evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    // Puppeteer's types for handles do not apply here: all arguments are plain values.
    return (await this.#page.evaluate(run as (...args: unknown[]) => unknown, ...args)) as Result;
  }

  async runScript(source: string): Promise<void> {
    await this.#page.evaluate(source);
  }

  clickAt({ x, y }: Point): Promise<void> {
    return this.#page.mouse.click(x, y);
  }

  press(key: Key): Promise<void> {
    return this.#page.keyboard.press(key satisfies KeyInput);
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  screenshot(): Promise<string> {
    return this.#page.screenshot({ encoding: 'base64', captureBeyondViewport: false });
  }

  async takeProblems(): Promise<string[]> {
    // An answer arrives after the page's earlier messages.
    await this.#page.evaluate(() => null);
    return this.#problems.splice(0);
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}
