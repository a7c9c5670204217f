import { rm } from 'node:fs/promises';
import { runCommand } from '../command/run-command.ts';
import { lockDataDir } from './backend/data-dir/data-dir-lock.ts';
import { readSettings } from './settings.ts';

/** Removes everything that the local stack keeps: database, mail, secrets, released site. */
runCommand(async () => {
  const { dataDir } = readSettings(process.env);
  lockDataDir(dataDir);
  await rm(dataDir, { recursive: true, force: true });
  console.log(`Removed ${dataDir}. The next start creates it again.`);
});
