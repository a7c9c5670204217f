import { expect, test } from 'vitest';
import { startTestBackend } from '../../../supabase/tests/stand/start-test-backend.ts';
import { killWhileWriting } from './kill-while-writing.ts';

const KILLS = 10;

test(`nothing acknowledged is lost when the database process is killed ${KILLS} times during writes`, async () => {
  const api = await startTestBackend({ DATABASE_URL: undefined });
  try {
    const { acknowledged, lost, answeredAfterMs } = await killWhileWriting(api.backend, KILLS);
    expect(acknowledged).toBeGreaterThan(KILLS);
    expect(lost).toBe(0);
    expect(answeredAfterMs).toHaveLength(KILLS);
  } finally {
    await api.close();
  }
}, 600_000);
