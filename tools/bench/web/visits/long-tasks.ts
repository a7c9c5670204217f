/** One complete event of a Chromium trace. Times are microseconds. */
export interface TraceEvent {
  name: string;
  /** 'X' has a duration, 'M' names a process or a thread, others are moments. */
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  args?: { name?: string; data?: { url?: string; functionName?: string; isOutermostMainFrame?: boolean } };
}

interface LongTask {
  /** From the start of the navigation. */
  startMs: number;
  durationMs: number;
  /** What it consists of without what that called in turn, longest first. */
  parts: { name: string; selfMs: number }[];
}

/** As the Long Tasks API has it. */
const LONG_MS = 50;
const SHOWN_FROM_MS = 3;

/** The main thread's long tasks, of the process that painted the page. */
export function longTasks(trace: readonly TraceEvent[]): LongTask[] {
  const start = trace.find(
    ({ name, args }) => name === 'navigationStart' && args?.data?.isOutermostMainFrame !== false,
  );
  const painted = trace.findLast(({ name }) => name === 'firstContentfulPaint');
  if (painted === undefined) return [];
  const thread = trace
    .filter(
      ({ ph, pid, tid, dur }) =>
        ph === 'X' && pid === painted.pid && tid === painted.tid && dur !== undefined,
    )
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const startTs = start?.ts ?? thread[0]?.ts ?? 0;
  const tasks: LongTask[] = [];
  let endTs = -1;
  for (const [index, event] of thread.entries()) {
    if (event.ts < endTs || event.ts < startTs) continue;
    endTs = event.ts + (event.dur ?? 0);
    if ((event.dur ?? 0) / 1_000 < LONG_MS) continue;
    const inside = thread.slice(index).filter(({ ts }) => ts < endTs);
    tasks.push({
      startMs: (event.ts - startTs) / 1_000,
      durationMs: (event.dur ?? 0) / 1_000,
      parts: selfTimes(inside),
    });
  }
  return tasks;
}

function selfTimes(events: readonly TraceEvent[]): LongTask['parts'] {
  const selfUs = new Map<string, number>();
  const open: { name: string; endTs: number }[] = [];
  for (const event of events) {
    const duration = event.dur ?? 0;
    while (open.length > 0 && (open.at(-1)?.endTs ?? 0) <= event.ts) open.pop();
    const parent = open.at(-1);
    const name = nameOf(event);
    if (parent !== undefined) selfUs.set(parent.name, (selfUs.get(parent.name) ?? 0) - duration);
    selfUs.set(name, (selfUs.get(name) ?? 0) + duration);
    open.push({ name, endTs: event.ts + duration });
  }
  return [...selfUs]
    .map(([name, us]) => ({ name, selfMs: us / 1_000 }))
    .filter(({ selfMs }) => selfMs >= SHOWN_FROM_MS)
    .sort((a, b) => b.selfMs - a.selfMs);
}

function nameOf({ name, args }: TraceEvent): string {
  const file = args?.data?.url?.split('/').at(-1)?.split('?')[0] ?? '';
  return [name, args?.data?.functionName ?? '', file].filter((part) => part !== '').join(' ');
}
