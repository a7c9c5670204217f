import type { Change, DoctorFixture } from '../doctor-fixture.ts';

/** A site that is broken: the fault, the checks that say `wrong`, and what the first of them says. */
export type Fault = readonly [
  fault: string,
  change: Change | ((fixture: DoctorFixture) => Change),
  checks: string[],
  says: RegExp,
];

const DAY_MS = 86_400_000;

export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** What a web machine says at `/healthz`. */
export const facts = (canary: object | null, changedAt: string) =>
  JSON.stringify({
    status: 'ok',
    versions: { host: 'v1' },
    canaries: canary === null ? [] : [canary],
    changedAt,
  });

/** A site without a release of today. */
export const SINCE_YESTERDAY = { 'states/one/health.json': facts(null, daysAgo(1)) };
