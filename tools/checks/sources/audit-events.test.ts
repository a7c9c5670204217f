import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { AUDIT_EVENTS } from '../../../shared/src/contracts/backend/operations/audit-trail.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

const SCHEMA = path.join(WORKSPACE_ROOT, 'supabase/schemas/audit.sql');

/** Events that the trail's table accepts. */
function eventsIn(schema: string): string[] {
  const allowed = /event text not null check \(event in \(([^)]+)\)\)/.exec(schema)?.[1] ?? '';
  return [...allowed.matchAll(/'(\w+)'/g)].map(([, event = '']) => event);
}

/** Events without a sentence, and sentences without an event: the types demand a sentence for each of AUDIT_EVENTS. */
function differences(events: readonly string[]): string[] {
  const told: readonly string[] = AUDIT_EVENTS;
  return [
    ...events.filter((event) => !told.includes(event)).map((event) => `no sentence: ${event}`),
    ...told.filter((event) => !events.includes(event)).map((event) => `no such event: ${event}`),
  ];
}

test('each event that the database accepts has a sentence', async () => {
  const events = eventsIn(await readFile(SCHEMA, 'utf8'));
  expect(events.length).toBeGreaterThan(30);
  expect(differences(events)).toEqual([]);
});

test('the check sees an event without a sentence, and a sentence without an event', () => {
  const events = eventsIn("event text not null check (event in ('moon_landed', 'rep_signed_in')),");
  expect(differences(events)).toContain('no sentence: moon_landed');
  expect(differences(events)).toContain('no such event: link_issued');
});
