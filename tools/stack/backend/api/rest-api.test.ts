import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { copyDatabaseTemplate } from '../../../../supabase/tests/stand/database-template.ts';
import { loadSecrets } from '../data-dir/backend-secrets.ts';
import { openPglite } from '../engine/pglite-database.ts';
import { createRestApi } from './rest-api.ts';

test('a call tells the database who asks, and what, in one statement', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'corvane-settings-'));
  const schema = await copyDatabaseTemplate(dataDir);
  const database = await openPglite(path.join(dataDir, 'database'), schema);
  try {
    const secrets = await loadSecrets(dataDir);
    const rest = createRestApi(database, secrets);
    const call = () =>
      rest(
        new Request('http://database/rest/v1/rpc/get_product_description', {
          method: 'POST',
          headers: { apikey: secrets.publishableKey, 'content-type': 'application/json' },
          body: JSON.stringify({ product_name_param: 'Moonshot' }),
        }),
      );
    expect((await call()).status).toBe(200);
    const { driver } = database.connection as unknown as { driver: { query(text: string): unknown } };
    const query = vi.spyOn(driver, 'query');
    expect((await call()).status).toBe(200);
    expect(query.mock.calls.map(([text]) => text.trim())).toEqual([
      expect.stringMatching(/^BEGIN/i),
      expect.stringMatching(/set_config\('role', \$1, true\).*set_config\('request.headers', /),
      expect.stringContaining('get_product_description'),
      expect.stringContaining("current_setting('response.status', true)"),
      expect.stringMatching(/^COMMIT/i),
    ]);
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true });
  }
});
