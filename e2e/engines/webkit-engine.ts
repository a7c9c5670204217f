import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '@corvane/tools/process/free-ports';
import { Builder, Capabilities, Key as SeleniumKey, type WebDriver } from 'selenium-webdriver';
import { stack } from '../stack.ts';
import type { Driver, Engine, Key, Point } from './driver.ts';
import { type RecordingProxy, startRecordingProxy } from './recording-proxy.ts';
import { until } from './until.ts';

interface WebKitPrograms {
  driver: string;
  browser: string;
  xvfb: string;
}

const KEYS: Record<Key, string> = {
  '?': '?',
  Enter: SeleniumKey.ENTER,
  Escape: SeleniumKey.ESCAPE,
  Space: ' ',
  Tab: SeleniumKey.TAB,
  ArrowRight: SeleniumKey.ARROW_RIGHT,
};

/** The toolbar at its usual size keeps the window, and the page in it, at least 447 px wide. */
const NARROW_TOOLBAR = `
* { min-width: 0; padding: 0; margin: 0; border-width: 0 }
button image { -gtk-icon-transform: scale(0.1) }`;

/**
 * WebKitGTK's MiniBrowser on a separate virtual screen. Each profile is a process of the driver, which has one
 * session.
 */
export async function launchWebKit(programs: WebKitPrograms): Promise<Engine> {
  const screen = await startScreen(programs.xvfb);
  const settings = await mkdtemp(path.join(tmpdir(), 'corvane-webkit-'));
  await mkdir(path.join(settings, 'gtk-3.0'));
  await writeFile(path.join(settings, 'gtk-3.0/gtk.css'), NARROW_TOOLBAR);
  const env = {
    ...process.env,
    DISPLAY: screen.display,
    XDG_CONFIG_HOME: settings,
  };
  const drivers: Driver[] = [];
  return {
    newDriver: async () => {
      const driver = await startSession(programs, env);
      drivers.push(driver);
      return driver;
    },
    close: async () => {
      // Include those that a failed test left open.
      for (const driver of drivers) await driver.close();
      await ended(screen.process);
      await rm(settings, { recursive: true });
    },
  };
}

/** Starts a program that ends when this process ends, even if it crashes. */
function spawnBound(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): ChildProcess {
  return spawn('setpriv', ['--pdeathsig', 'TERM', program, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
}

async function startScreen(xvfb: string): Promise<{ process: ChildProcess; display: string }> {
  const child = spawnBound(xvfb, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']);
  let number = '';
  child.stdio[3]?.on('data', (chunk) => {
    number += String(chunk);
  });
  await until('a screen', async () => {
    if (child.exitCode !== null) throw new Error(`Xvfb ended with ${child.exitCode}`);
    return number.includes('\n');
  });
  return { process: child, display: `:${number.trim()}` };
}

async function startSession(programs: WebKitPrograms, env: NodeJS.ProcessEnv): Promise<Driver> {
  const [port = 0] = await freePorts(1);
  const child = spawnBound(programs.driver, [`--port=${port}`], env);
  const proxy = await startRecordingProxy();
  const server = `http://127.0.0.1:${port}`;
  try {
    await until('the driver', async () => (await fetch(`${server}/status`)).ok);
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': {
        binary: programs.browser,
        args: ['--automation', `--proxy=${proxy.url}`],
      },
    });
    const session = await new Builder().usingServer(server).withCapabilities(capabilities).build();
    return new WebKitDriver(session, proxy, child);
  } catch (error) {
    proxy.close();
    await ended(child);
    throw error;
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await exit;
}

class WebKitDriver implements Driver {
  readonly #session: WebDriver;
  readonly #proxy: RecordingProxy;
  readonly #process: ChildProcess;

  constructor(session: WebDriver, proxy: RecordingProxy, process: ChildProcess) {
    this.#session = session;
    this.#proxy = proxy;
    this.#process = process;
  }

  open(address: string): Promise<void> {
    return this.#session.get(new URL(address, stack.url).href);
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#session.manage().window().setRect({ x: 0, y: 0, width, height });
  }

  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    return this.#session.executeScript<Result>(`return (${run})(...arguments)`, ...args);
  }

  async runScript(source: string): Promise<void> {
    await this.#session.executeScript(source);
  }

  clickAt({ x, y }: Point): Promise<void> {
    const at = { x: Math.round(x), y: Math.round(y), duration: 0 };
    return this.#session.actions().move(at).click().perform();
  }

  press(key: Key): Promise<void> {
    return this.type(KEYS[key]);
  }

  type(keys: string): Promise<void> {
    return this.#session.actions().sendKeys(keys).perform();
  }

  screenshot(): Promise<string> {
    return this.#session.takeScreenshot();
  }

  async takeProblems(): Promise<string[]> {
    return this.#proxy.takeProblems();
  }

  async close(): Promise<void> {
    await this.#session.quit().catch(() => {});
    this.#proxy.close();
    await ended(this.#process);
  }
}
