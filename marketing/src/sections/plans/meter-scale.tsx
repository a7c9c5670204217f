/** Length of one tick and its gap, and of the tick alone, in units of the drawing. */
const PITCH = 4;
const TICK = 2.5;

interface MeterScaleProps {
  /** The number of ticks on the scale, and of lit ones from its start. */
  ticks: number;
  lit: number;
  className?: string;
}

/** A row of ticks as wide as its container. The figure beside it says the same. */
export function MeterScale({ ticks, lit, className = '' }: MeterScaleProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${ticks * PITCH - (PITCH - TICK)} 10`}
      preserveAspectRatio="none"
      className={`block h-2.5 w-full ${className}`}
      strokeWidth="10"
      strokeDasharray={`${TICK} ${PITCH - TICK}`}
      fill="none"
    >
      <path d={`M0 5H${ticks * PITCH}`} className="stroke-faint opacity-60" />
      {lit > 0 ? <path d={`M0 5H${lit * PITCH}`} className="stroke-data" /> : null}
    </svg>
  );
}
