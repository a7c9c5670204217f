import { spawnSync } from 'node:child_process';
import { findSystemBrowser } from './find-browser.ts';
import type { SystemProgram } from './system-packages.ts';

export type EngineName = 'webkit' | 'firefox' | 'chromium';

interface EngineOnMachine {
  name: EngineName;
  /** Environment that says where its programs are. Null when one of them is missing. */
  environment: NodeJS.ProcessEnv | null;
  /** The packages that contain them. */
  program: SystemProgram;
}

/**
 * The browser engines of the journeys. An environment variable gives a program's path. Otherwise the system's is
 * used.
 */
export function findEngines(env: NodeJS.ProcessEnv): readonly EngineOnMachine[] {
  return [
    {
      name: 'webkit',
      environment: allOf({
        WEBKIT_DRIVER_PATH: env.WEBKIT_DRIVER_PATH ?? find('command -v WebKitWebDriver'),
        WEBKIT_BROWSER_PATH:
          env.WEBKIT_BROWSER_PATH ??
          find('ls /usr/lib/*/webkit2gtk-4.1/MiniBrowser /usr/lib/webkit2gtk-4.1/MiniBrowser'),
        XVFB_PATH: env.XVFB_PATH ?? find('command -v Xvfb'),
      }),
      program: 'webkit',
    },
    {
      name: 'firefox',
      environment: allOf({
        FIREFOX_PATH: env.FIREFOX_PATH ?? find('command -v firefox-esr || command -v firefox'),
      }),
      program: 'firefox',
    },
    {
      name: 'chromium',
      environment: allOf({ CHROMIUM_PATH: findSystemBrowser(env) ?? undefined }),
      program: 'chromium',
    },
  ];
}

/** First line that a command prints. */
function find(command: string): string | undefined {
  return (
    spawnSync('sh', ['-c', `(${command}) 2>/dev/null`], { encoding: 'utf8' }).stdout.split('\n')[0] ||
    undefined
  );
}

function allOf(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv | null {
  return Object.values(environment).every((path) => path !== undefined) ? environment : null;
}
