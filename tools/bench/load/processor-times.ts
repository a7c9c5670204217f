import { readdirSync, readFileSync } from 'node:fs';

/** Seconds of processor time since some earlier instant. Only differences count. */
interface ProcessorTimes {
  /** All processors, busy with anything. */
  busySeconds: number;
  /** The named processes and all that they started. */
  ownSeconds: number;
}

/** `getconf CLK_TCK` of every Linux that we run on. */
const TICKS_PER_SECOND = 100;

interface ProcessTimes {
  pid: number;
  parent: number;
  /** Its own, and that of its children that have ended. */
  seconds: number;
}

/** One `/proc/<pid>/stat`. The name may hold spaces and brackets. */
export function readProcessStat(text: string): ProcessTimes {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid: Number.parseInt(text, 10), parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND };
}

/** Busy seconds of all processors, from `/proc/stat`: everything but idle and waiting for a disk. */
function readBusySeconds(text: string): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = (text.split('\n')[0] ?? '')
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + irq + softirq) / TICKS_PER_SECOND;
}

/** Processor time of processes with these ids, and of all below them. */
function secondsOfTrees(rows: readonly ProcessTimes[], roots: readonly number[]): number {
  const sum = (row: ProcessTimes): number =>
    rows.filter(({ parent }) => parent === row.pid).reduce((total, child) => total + sum(child), row.seconds);
  return rows.filter(({ pid }) => roots.includes(pid)).reduce((total, row) => total + sum(row), 0);
}

/** @param roots ids of processes. What they started counts as well. */
export function processorTimes(roots: readonly number[]): ProcessorTimes {
  const rows = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [readProcessStat(readFileSync(`/proc/${name}/stat`, 'utf8'))];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
  return {
    busySeconds: readBusySeconds(readFileSync('/proc/stat', 'utf8')),
    ownSeconds: secondsOfTrees(rows, roots),
  };
}
