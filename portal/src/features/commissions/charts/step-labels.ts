import type { SeriesStep } from '@corvane/shared/contracts/backend/sales-dashboard';

const DAY: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' };
const FORMATS: Record<SeriesStep, Intl.DateTimeFormatOptions> = {
  day: DAY,
  week: DAY,
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
};
const SHORT_FORMATS: Record<SeriesStep, Intl.DateTimeFormatOptions> = {
  ...FORMATS,
  month: { month: 'short', year: '2-digit' },
};

export const STEP_HEADS: Record<SeriesStep, string> = {
  day: 'Day',
  week: 'Week of',
  month: 'Month',
  year: 'Year',
};

/** Calendar days stay the same everywhere. @example stepLabel('2026-11-01', 'month') // 'Nov 2026' */
export function stepLabel(startsOn: string, step: SeriesStep): string {
  const label = format(startsOn, FORMATS[step]);
  return step === 'week'
    ? `Week of ${label}, ${startsOn.slice(0, 4)}`
    : label + (step === 'day' ? `, ${startsOn.slice(0, 4)}` : '');
}

/** For the axis, where there is little room. @example shortStepLabel('2026-11-01', 'month') // 'Nov 26' */
export function shortStepLabel(startsOn: string, step: SeriesStep): string {
  return format(startsOn, SHORT_FORMATS[step]);
}

function format(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
