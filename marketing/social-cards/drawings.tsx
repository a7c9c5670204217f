import { REFINEMENT_STEPS } from '../src/content/data-refinement/refinement-steps.ts';
import { PLAN_FACTS } from '../src/content/plan-facts.ts';
import { PLAN_NAMES } from '../src/content/plan-names.ts';
import { dotPath, gridOf, scatter } from '../src/figures/dot-path.ts';
import { FIELD_HEIGHT, foundIn, refinementField } from '../src/figures/refinement-field.ts';

/* Drawings for pages without one of the right shape. Like the pages' drawings, they are made from data. */

/** Many dots on the left, and the one that counts on the right. */
export function Refinement() {
  const width = 1200;
  const { noise, sorted, found } = refinementField(width);
  const { x, y } = foundIn(width);
  return (
    <svg viewBox={`0 0 ${width} ${FIELD_HEIGHT}`} fill="none" strokeLinecap="round" aria-hidden="true">
      <path d={dotPath(noise)} className="stroke-control" strokeWidth="4" />
      <path d={dotPath(sorted)} className="stroke-faint" strokeWidth="6" />
      <path d={dotPath(found)} className="stroke-data" strokeWidth="10" />
      <g className="stroke-signal" strokeWidth="2.5">
        <circle cx={x} cy={y} r="28" />
        <path d={`M${x} ${y + 28}V${FIELD_HEIGHT}`} />
        <path d={`M${x} ${y}h0`} strokeWidth="24" />
      </g>
    </svg>
  );
}

/** The largest plan fills the scales. */
const MAX = PLAN_FACTS.Enterprise;

/** The plans' monthly amounts as meters on one scale, one row each. */
export function PlanMeters() {
  const ticks = (from: number, to: number, row: number) =>
    Array.from({ length: to - from }, (_, index) => `M${(from + index) * 42 + 8} ${row * 52}v34`).join('');
  return (
    <svg viewBox="0 -4 1060 202" fill="none" strokeWidth="16" aria-hidden="true">
      {PLAN_NAMES.map((name, row) => {
        const { perMonth } = PLAN_FACTS[name];
        return (
          <g key={name}>
            <path d={ticks(perMonth, MAX.perMonth, row)} className="stroke-faint opacity-60" />
            <path
              d={ticks(0, perMonth, row)}
              className={name === 'Accelerate Pro' ? 'stroke-signal' : 'stroke-data'}
            />
          </g>
        );
      })}
    </svg>
  );
}

/** The comparison table without words: how much of each feature a plan contains. */
export function PlanTable() {
  const rows = [
    ...[0, 1, 2].map(() => PLAN_NAMES.map((name) => PLAN_FACTS[name].perMonth / MAX.perMonth)),
    PLAN_NAMES.map((name) => PLAN_FACTS[name].customModels / MAX.customModels),
    [0.25, 0.5, 0.75, 1],
    [0, 0, 0, 1],
  ];
  return (
    <svg viewBox="0 0 1072 208" fill="none" aria-hidden="true">
      {rows.map((shares, row) => (
        <g key={String(row)} strokeWidth="14">
          {shares.map((share, column) => {
            const at = `M${column * 272} ${row * 36 + 10}h`;
            const isTop = share === 1 && row === rows.length - 1;
            return (
              <g key={PLAN_NAMES[column]}>
                <path d={`${at}256`} className="stroke-faint opacity-60" />
                <path
                  d={`${at}${Math.max(share * 256, 0)}`}
                  className={isTop ? 'stroke-signal' : 'stroke-data'}
                />
              </g>
            );
          })}
        </g>
      ))}
    </svg>
  );
}

/** One bar per pass. Its width shows the records that remain. */
export function Passes() {
  const widths = [1072, 772, 536, 344, 172];
  return (
    <svg viewBox="0 0 1072 210" fill="none" strokeWidth="22" aria-hidden="true">
      {REFINEMENT_STEPS.map(({ title }, pass) => (
        <path
          key={title}
          d={`M0 ${pass * 46 + 14}h${widths[pass]}`}
          className={pass === REFINEMENT_STEPS.length - 1 ? 'stroke-signal' : 'stroke-data'}
        />
      ))}
    </svg>
  );
}

const FIELD = gridOf(20 * 16, 20, 25).map(({ x, y }) => ({ x: x + 12, y: y + 12 }));
const TARGET = 6 * 20 + 12;

/** One profile, and others like it. */
export function OneOfMany() {
  const near = (index: number) => {
    const columns = Math.abs((index % 20) - (TARGET % 20));
    const rows = Math.abs(Math.floor(index / 20) - Math.floor(TARGET / 20));
    return Math.hypot(columns, rows) < 2.2 + scatter(index) * 4;
  };
  const point = FIELD[TARGET] ?? { x: 0, y: 0 };
  return (
    <svg viewBox="0 0 500 400" fill="none" strokeLinecap="round" aria-hidden="true">
      <path d={dotPath(FIELD.filter((_, index) => !near(index)))} className="stroke-faint" strokeWidth="7" />
      <path
        d={dotPath(FIELD.filter((_, index) => near(index) && index !== TARGET))}
        className="stroke-data"
        strokeWidth="13"
      />
      <circle cx={point.x} cy={point.y} r="22" className="stroke-signal" strokeWidth="3" fill="#fbfaf7" />
      <path d={`M${point.x} ${point.y}h0`} className="stroke-signal" strokeWidth="22" />
    </svg>
  );
}

/** A dial of sixty ticks with the found bearing. */
export function Dial() {
  const tick = (index: number) => {
    const angle = (index / 60) * 2 * Math.PI;
    const [inner, outer] = [index % 5 === 0 ? 150 : 166, 188];
    const at = (radius: number) =>
      `${(250 + Math.cos(angle) * radius).toFixed(1)} ${(200 + Math.sin(angle) * radius).toFixed(1)}`;
    return `M${at(inner)}L${at(outer)}`;
  };
  const ticks = Array.from({ length: 60 }, (_, index) => index);
  return (
    <svg viewBox="0 0 500 400" fill="none" strokeLinecap="round" aria-hidden="true">
      <path
        d={ticks
          .filter((index) => index > 8 && index < 52)
          .map(tick)
          .join('')}
        className="stroke-data"
        strokeWidth="5"
      />
      <path
        d={ticks
          .filter((index) => index <= 8 || index >= 52)
          .map(tick)
          .join('')}
        className="stroke-faint"
        strokeWidth="5"
      />
      <path d="M250 200h110" className="stroke-ink" strokeWidth="4" />
      <path d="M250 200h0" className="stroke-ink" strokeWidth="18" />
      <path d="M400 200h0" className="stroke-signal" strokeWidth="44" />
    </svg>
  );
}

/** Five years to scale. Two of them are marked as beginnings. */
export function Years() {
  return (
    <svg viewBox="-14 20 1100 180" fill="none" strokeLinecap="round" aria-hidden="true">
      <path d="M8 150H1064" className="stroke-ink" strokeWidth="5" />
      {Array.from({ length: 49 }, (_, month) => (
        <path
          key={String(month)}
          d={`M${8 + month * 22} 150v${month % 12 === 0 ? 40 : 18}`}
          className={month % 12 === 0 ? 'stroke-ink' : 'stroke-control'}
          strokeWidth="3"
        />
      ))}
      <path d="M8 150V60" className="stroke-data" strokeWidth="5" />
      <path d="M8 44h0" className="stroke-data" strokeWidth="34" />
      <path d="M1064 150V60" className="stroke-signal" strokeWidth="5" />
      <path d="M1064 44h0" className="stroke-signal" strokeWidth="34" />
    </svg>
  );
}

/** Paragraphs as lines. One of them is marked. */
export function Paragraphs({ marked }: { marked: number }) {
  const rows = Array.from({ length: 12 }, (_, row) => {
    const isEnd = row % 4 === 3;
    return { row, width: isEnd ? 150 + scatter(row + 9) * 120 : 440 + scatter(row) * 50 };
  });
  return (
    <svg viewBox="0 0 500 400" fill="none" strokeWidth="12" strokeLinecap="round" aria-hidden="true">
      {rows.map(({ row, width }) => (
        <path
          key={String(row)}
          d={`M8 ${row * 29 + Math.floor(row / 4) * 18 + 12}h${width.toFixed(0)}`}
          className={Math.floor(row / 4) === marked ? 'stroke-data' : 'stroke-faint'}
        />
      ))}
    </svg>
  );
}

/** Records stored only as hashes: all the same length, and unreadable. */
export function Hashes() {
  const cells = gridOf(24 * 14, 24, 20).map(({ x, y }) => ({ x: x + 12, y: y * 1.4 + 12 }));
  const isSet = (index: number) => scatter(index + 7) > 0.5;
  const square = ({ x, y }: { x: number; y: number }) => `M${x} ${y}h13v18h-13z`;
  const own = (index: number) => Math.floor(index / 24) === 6;
  const pick = (test: (index: number) => boolean) =>
    cells
      .filter((_, index) => test(index))
      .map(square)
      .join('');
  return (
    <svg viewBox="0 0 500 400" aria-hidden="true">
      <path d={pick((index) => isSet(index) && !own(index))} className="fill-faint" />
      <path d={pick((index) => isSet(index) && own(index))} className="fill-data" />
    </svg>
  );
}
