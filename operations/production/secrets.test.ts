import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import { expect, test } from 'vitest';
import { fillSecrets, secretName } from './secrets.ts';

const PLAYBOOK = path.join(WORKSPACE_ROOT, 'production');

test('the file of secrets gets every secret that the playbook reads, and no other', async () => {
  const files = readdirSync(PLAYBOOK, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  const text = files.map((file) => readFileSync(path.join(file.parentPath, file.name), 'utf8')).join('\n');
  const read = new Set([...text.matchAll(/\bsecrets\.([a-z_]+)/g)].map(([, name = '']) => name));
  const filled = Object.keys(
    await fillSecrets({}, async () => 'brought', { hasBucket: true, isHosted: false }),
  );
  const later = ['session_jwt_key', 'resend_api_key'].map(secretName);
  expect([...filled, ...later].sort()).toEqual([...read].sort());
});
