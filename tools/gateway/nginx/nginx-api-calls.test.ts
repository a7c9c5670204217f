import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { API_SURFACE, apiPathOf } from '@corvane/shared/contracts/backend/api-surface';
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
  expect(bufferKib * 1024).toBe(Math.max(...API_SURFACE.map(({ maxBodyBytes }) => maxBodyBytes)));
});

test('every call is listed once', () => {
  const paths = API_SURFACE.map(apiPathOf);
  expect(paths).toEqual([...new Set(paths)]);
});

/** send-contact-notification wants the secret key: operators ask Supabase itself. */
test('the list has every Edge Function that browsers may call', () => {
  const folders = readdirSync(path.join(WORKSPACE_ROOT, 'supabase/functions'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== '_shared')
    .map(({ name }) => name);
  const listed = API_SURFACE.filter(({ kind }) => kind === 'function').map(({ name }) => name);
  expect([...listed, 'send-contact-notification'].sort()).toEqual(folders.sort());
});
