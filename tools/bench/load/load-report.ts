import { formatTable } from '../../command/format-table.ts';
import { endOf, GENERATOR_FULL, type LoadStep, lastSustained } from './ramp.ts';

/** One kind of requests, with all rates that were offered. */
export interface Measured {
  name: string;
  boundMs: number;
  nextStep: string;
  steps: readonly LoadStep[];
}

export interface LoadReport {
  /** UTC ISO 8601. */
  measuredAt: string;
  processors: number;
  processorModel: string;
  memoryGigabytes: number;
  kinds: readonly Measured[];
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** For the terminal. The next step comes at half of what was carried: the other half is for the busiest minute. */
export function loadTable({ kinds }: LoadReport): string {
  const head = [
    '',
    'carried/s',
    'p99 ms',
    'bound ms',
    'generator',
    'other work',
    'ended because',
    'next step',
  ];
  const rows = kinds.map(({ name, boundMs, nextStep, steps }) => {
    const held = lastSustained(steps, boundMs);
    const figures =
      held === null
        ? ['none', '', String(boundMs), '', '']
        : [
            `${atLeast(held)}${held.offered}`,
            held.p99Ms.toFixed(0),
            String(boundMs),
            percent(held.generatorShare),
            percent(held.besideShare),
          ];
    return [name, ...figures, endOf(steps, boundMs), nextStep];
  });
  return formatTable([head, ...rows], 1);
}

/** The site may carry more than a generator at its end can offer. */
function atLeast({ generatorShare }: LoadStep): string {
  return generatorShare >= GENERATOR_FULL ? 'at least ' : '';
}
