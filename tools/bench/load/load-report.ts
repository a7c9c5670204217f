import { formatTable } from '../../command/format-table.ts';
import { markdownTable } from '../../command/markdown-table.ts';
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

/** The next step comes at half of what was carried: the other half is for the busiest minute. */
const PLANNED_SHARE = 0.5;

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** For the terminal. */
export function loadTable({ kinds }: LoadReport): string {
  const head = ['', 'carried/s', 'p99 ms', 'bound ms', 'generator', 'other work', 'ended because'];
  const rows = kinds.map(({ name, boundMs, steps }) => {
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
    return [name, ...figures, endOf(steps, boundMs)];
  });
  return formatTable([head, ...rows], 1);
}

/** For docs/production.md: Markdown, with the figure at which the next step comes. */
export function loadSection(report: LoadReport): string {
  const { kinds, measuredAt, processors, processorModel, memoryGigabytes } = report;
  const cells = [
    ['Requests', 'Carried per second', 'p99', 'Bound', 'Next step at', 'Next step'],
    ...kinds.map(({ name, boundMs, nextStep, steps }) => {
      const held = lastSustained(steps, boundMs);
      if (held === null) return [name, 'none', '', `${boundMs} ms`, '', nextStep];
      const planned = `${Math.floor(held.offered * PLANNED_SHARE)} per second`;
      return [
        name,
        `${atLeast(held)}${held.offered}`,
        `${Math.ceil(held.p99Ms)} ms`,
        `${boundMs} ms`,
        planned,
        nextStep,
      ];
    }),
  ];
  const held = kinds.flatMap(({ steps, boundMs }) => lastSustained(steps, boundMs) ?? []);
  const range = (figure: (step: LoadStep) => number) => {
    const shares = held.map(figure);
    return shares.length === 0
      ? 'nothing'
      : `${percent(Math.min(...shares))} to ${percent(Math.max(...shares))}`;
  };
  return [
    `Measured on ${measuredAt.slice(0, 10)}: ${processors} processors (${processorModel}), ${memoryGigabytes} GB of memory.`,
    `The generator ran on the same machine. It took ${range((step) => step.generatorShare)} of one processor.`,
    `Other programs took ${range((step) => step.besideShare)} of the machine meanwhile.`,
    '',
    markdownTable(cells),
  ].join('\n');
}

/** The site may carry more than a generator at its end can offer. */
function atLeast({ generatorShare }: LoadStep): string {
  return generatorShare >= GENERATOR_FULL ? 'at least ' : '';
}
