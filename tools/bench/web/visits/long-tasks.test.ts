import { expect, test } from 'vitest';
import { longTasks, type TraceEvent } from './long-tasks.ts';

const PAGE = { pid: 7, tid: 1 };

function event(
  name: string,
  startMs: number,
  durationMs: number,
  more: Partial<TraceEvent> = {},
): TraceEvent {
  return { name, ph: 'X', ...PAGE, ts: startMs * 1_000, dur: durationMs * 1_000, ...more };
}

const START: TraceEvent = { name: 'navigationStart', ph: 'R', ...PAGE, ts: 1_000_000 };
const PAINT: TraceEvent = { name: 'firstContentfulPaint', ph: 'R', ...PAGE, ts: 1_500_000 };

test('a long task consists of what its parts took themselves, from the start of the navigation on', () => {
  const trace = [
    START,
    event('RunTask', 900, 400),
    event('RunTask', 1_200, 100),
    event('Layout', 1_210, 60),
    event('Shape', 1_220, 20),
    event('EvaluateScript', 1_275, 10, { args: { data: { url: 'https://site.example/assets/a.js?v=1' } } }),
    event('RunTask', 1_400, 49),
    PAINT,
  ];
  expect(longTasks(trace)).toEqual([
    {
      startMs: 200,
      durationMs: 100,
      parts: [
        { name: 'Layout', selfMs: 40 },
        { name: 'RunTask', selfMs: 30 },
        { name: 'Shape', selfMs: 20 },
        { name: 'EvaluateScript a.js', selfMs: 10 },
      ],
    },
  ]);
});

test('another thread and another process are no part of it, and no paint means no page', () => {
  const elsewhere = [event('RunTask', 1_200, 100, { tid: 2 }), event('RunTask', 1_300, 100, { pid: 8 })];
  expect(longTasks([START, ...elsewhere, PAINT])).toEqual([]);
  expect(longTasks([START, event('RunTask', 1_200, 100)])).toEqual([]);
});
