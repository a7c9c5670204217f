import { type DoctorCheck, right, wrong } from '../doctor-check.ts';
import type { Timed } from '../look.ts';

const TOLERANCE_MS = 5_000;
/** A Date header names a whole second. */
const DATE_STEP_MS = 1_000;

export const CLOCKS: DoctorCheck = {
  name: 'clocks',
  asks: 'Do the clocks of edge, functions, database and this machine agree?',
  mend: 'Set the clock of the machine that differs: timedatectl set-ntp true.',
  isOfMachine: true,
  async look(look) {
    const askedAtMs = look.now();
    const { headers } = await look.site('/healthz');
    const edge = { value: headers.date ?? '', askedAtMs: askedAtMs - DATE_STEP_MS, answeredAtMs: look.now() };
    const [functions, database] = await Promise.all([look.setup(), look.upkeep()]);
    const differences = [
      { name: 'edge', ms: differenceOf(edge) },
      { name: 'functions', ms: differenceOf({ ...functions, value: functions.value.now }) },
      { name: 'database', ms: differenceOf({ ...database, value: database.value.now }) },
    ];
    const off = differences.filter(({ ms }) => Math.abs(ms) > TOLERANCE_MS || Number.isNaN(ms));
    if (off.length === 0) return right(`within ${TOLERANCE_MS / 1000} s of this machine`);
    // When all differ alike, it is this machine.
    const told = off.map(({ name, ms }) => `${name} by ${Math.round(ms / 1000)} s`);
    return wrong(`against this machine's clock: ${told.join(', ')}`);
  },
};

/** How far an instant lies outside the time between question and answer, in milliseconds. 0 inside. */
function differenceOf({ value, askedAtMs, answeredAtMs }: Timed<string>): number {
  const instant = Date.parse(value);
  if (instant < askedAtMs) return instant - askedAtMs;
  return Math.max(0, instant - answeredAtMs) || (Number.isNaN(instant) ? Number.NaN : 0);
}
