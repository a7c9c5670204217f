import { writeFileSync } from 'node:fs';
import { runCommand } from '../../command/run-command.ts';
import { NGINX_API_CALLS_FILE, nginxApiCalls } from './nginx-api-calls.ts';

/** Brings `nginx/api-calls.conf` up to the list of calls. */
runCommand(async () => {
  writeFileSync(NGINX_API_CALLS_FILE, nginxApiCalls());
  console.log('nginx/api-calls.conf follows shared/src/contracts/backend/calls.ts');
});
