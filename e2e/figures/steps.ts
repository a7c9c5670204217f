import { today } from '../../supabase/tests/fixtures/sales-sample.ts';

type Step = 'day' | 'week' | 'month' | 'year';

interface Steps {
  step: Step;
  starts: { startsOn: string; label: string }[];
}

const DAY_MS = 86_400_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

interface Chosen {
  from?: string;
  to?: string;
}

/**
 * The steps of the chart over time for these calendar days, both included, with their labels.
 * @param chosen the chosen days. A step that extends beyond them, or beyond today, is labeled as incomplete
 */
export function stepsOf(from: string, to: string, chosen: Chosen = {}): Steps {
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  const step = length < 45 ? 'day' : length < 182 ? 'week' : length <= 3_653 ? 'month' : 'year';
  const starts: Steps['starts'] = [];
  // Day by day: a step starts with its first day.
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const startsOn = startOf(at, step);
    if (starts.at(-1)?.startsOn !== startsOn)
      starts.push({ startsOn, label: labelOf(startsOn, step) + partOf(startsOn, step, chosen) });
  }
  return { step, starts };
}

function startOf(at: number, step: Step): string {
  const date = new Date(at);
  const day = date.toISOString().slice(0, 10);
  if (step === 'month') return `${day.slice(0, 7)}-01`;
  if (step === 'year') return `${day.slice(0, 4)}-01-01`;
  const daysSinceMonday = (date.getUTCDay() + 6) % 7;
  return step === 'week' ? new Date(at - daysSinceMonday * DAY_MS).toISOString().slice(0, 10) : day;
}

function partOf(startsOn: string, step: Step, { from = '', to = '9999' }: Chosen): string {
  const days: string[] = [];
  for (let at = Date.parse(startsOn); startOf(at, step) === startsOn; at += DAY_MS) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  if (days.slice(0, -1).includes(today)) return ' (so far)';
  return days.some((day) => day < from || day > to) ? ' (in part)' : '';
}

function labelOf(startsOn: string, step: Step): string {
  const [year = '', month = '', day = ''] = startsOn.split('-');
  const monthName = MONTHS[Number(month) - 1] ?? '';
  if (step === 'year') return year;
  if (step === 'month') return `${monthName} ${year}`;
  return `${step === 'week' ? 'Week of ' : ''}${monthName} ${Number(day)}, ${year}`;
}
