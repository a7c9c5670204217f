import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { unconfirmedFacts } from './unconfirmed-facts.ts';

test('names each fact that is marked, and none that the owner has confirmed', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'corvane-facts-'));
  mkdirSync(path.join(root, 'shared/src/brand'), { recursive: true });
  writeFileSync(
    path.join(root, 'shared/src/brand/owner-facts.ts'),
    "/** A line marked PLACEHOLDER shows our proposal. */\n/** PLACEHOLDER. When a person answers. It ends a sentence. */\nA: 'today',\n/** The zone. */\n",
  );
  expect(unconfirmedFacts(root)).toEqual(['shared/src/brand/owner-facts.ts:2: When a person answers']);
});
