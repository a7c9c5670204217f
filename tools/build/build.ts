import { readApplication } from '../command/read-application.ts';
import { runCommand } from '../command/run-command.ts';

import { buildApp } from './build-app.ts';

/** Builds one application alone: `run build marketing` writes `marketing/dist/`. */
runCommand(async () => {
  const app = readApplication(process.argv.slice(2), 'build');
  const { rebuilt } = await buildApp(app);
  console.log(`${app}/dist/ ${rebuilt ? 'is built' : 'is up to date'}.`);
});
