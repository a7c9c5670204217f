import { readFileSync, writeFileSync } from 'node:fs';
import { runCommand } from '../../command/run-command.ts';
import { SECURITY_HEADERS } from '../security-headers.ts';
import { NGINX_HEADERS_FILE, withPolicy } from './nginx-policy.ts';

/** Brings the policy of `nginx/headers.conf` up to the gateway's, after a tag was set or taken away. */
runCommand(async () => {
  const { 'Content-Security-Policy': policy = '' } = SECURITY_HEADERS;
  writeFileSync(NGINX_HEADERS_FILE, withPolicy(readFileSync(NGINX_HEADERS_FILE, 'utf8'), policy));
  console.log('nginx/headers.conf follows tools/gateway/security-headers.ts');
});
