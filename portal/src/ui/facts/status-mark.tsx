/** Shapes that differ even without color. */
const SHAPES = {
  dot: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  ring: <circle cx="6" cy="6" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  half: (
    <>
      <circle cx="6" cy="6" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 2.5a3.5 3.5 0 0 1 0 7Z" fill="currentColor" />
    </>
  ),
  triangle: <path d="M6 1.5 11 10.5H1Z" fill="currentColor" />,
  bar: <path d="M2 6h8" stroke="currentColor" strokeWidth="2" />,
  cross: <path d="m2.5 2.5 7 7m0-7-7 7" stroke="currentColor" strokeWidth="1.75" />,
} as const;

export type StatusShape = keyof typeof SHAPES;

interface StatusMarkProps {
  shape: StatusShape;
  /** Text color class. Word and shape carry the same meaning without it. */
  tone: string;
  /** Color class of the shape, if it differs from the word's. */
  shapeTone?: string;
  children: string;
}

export function StatusMark({ shape, tone, shapeTone = '', children }: StatusMarkProps) {
  return (
    <span className={`inline-flex items-center gap-2 font-medium whitespace-nowrap ${tone}`}>
      <svg aria-hidden="true" viewBox="0 0 12 12" className={`size-3 shrink-0 ${shapeTone}`}>
        {SHAPES[shape]}
      </svg>
      <span>{children}</span>
    </span>
  );
}
