import { expect, test, vi } from 'vitest';
import type { OpsContext } from '../command-line/ops-command.ts';
import { BACKUP_COMMANDS } from './backup-commands.ts';

test('a drill that could not be noted is not called noted', async () => {
  const print = vi.fn();
  const api = { rpc: () => Promise.reject(new Error('offline')) };
  const context = { api, options: { backup: '2026-11-23T03-00-00Z' }, print } as unknown as OpsContext;
  await expect(BACKUP_COMMANDS['restore drilled']?.run(context)).rejects.toThrow('offline');
  expect(print).not.toHaveBeenCalled();
});
