import { accessSync, constants, mkdirSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { UserError } from '../command/user-error.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';

interface StackSettings {
  port: number;
  /** IP address that the site listens on. */
  listenAddress: string;
  /** Everything that the local stack keeps. */
  dataDir: string;
  /** Origin without a slash at its end. */
  siteUrl: string;
}

/** @throws UserError for an invalid setting or a directory that is not writable. */
export function readSettings(env: NodeJS.ProcessEnv): StackSettings {
  const port = Number(env.PORT ?? 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UserError(`PORT must be a whole number from 0 to 65535, not "${env.PORT}"`);
  }
  const listenAddress = env.LISTEN_ADDRESS ?? '127.0.0.1';
  if (isIP(listenAddress) === 0) {
    throw new UserError(`LISTEN_ADDRESS must be an IP address, not "${listenAddress}"`);
  }
  const dataDir = path.resolve(WORKSPACE_ROOT, env.DATA_DIR ?? '.data');
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch {
    throw new UserError(
      `The data directory ${dataDir} is not writable. Set DATA_DIR to a writable directory.`,
    );
  }
  return {
    port,
    listenAddress,
    dataDir,
    siteUrl: (env.SITE_URL ?? `http://localhost:${port}`).replace(/\/+$/, ''),
  };
}
