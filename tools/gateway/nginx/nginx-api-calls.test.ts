import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BROWSER_CALLS } from '@corvane/shared/contracts/backend/calls';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { NGINX_API_CALLS_FILE, nginxApiCalls } from './nginx-api-calls.ts';

test('nginx lets through the listed calls (stale: node tools/gateway/nginx/write-nginx-api-calls.ts)', () => {
  expect(readFileSync(NGINX_API_CALLS_FILE, 'utf8')).toBe(nginxApiCalls());
});

/** A body over the buffer is written to a file, and a body may have a credential in it. */
test('nginx keeps the body of every call in memory', () => {
  const limits = readFileSync(path.join(WORKSPACE_ROOT, 'nginx/limits.conf'), 'utf8');
  const bufferKib = Number(/^client_body_buffer_size (\d+)k;/m.exec(limits)?.[1]);
  expect(bufferKib * 1024).toBe(Math.max(...BROWSER_CALLS.map(({ maxBodyBytes }) => maxBodyBytes)));
});
