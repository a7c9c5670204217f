import { type CSSProperties, type ElementType, type ReactNode, useEffect, useRef } from 'react';
import { watchForReveal } from './watch-for-reveal.ts';

interface RevealProps {
  /** `slide` slides up, `fade` only fades. `appear` also fades in if it is on the screen from the start. */
  motion?: 'slide' | 'fade' | 'appear';
  /** Delay in steps of 0.1 s after the first element of a group. */
  step?: number;
  as?: ElementType;
  className?: string;
  children: ReactNode;
}

const STEP_MS = 100;
/** Later elements come with the fourth, so that text is readable within half a second. */
const MAX_STEPS = 3;

/**
 * Shows its content when a tenth of it has scrolled onto the screen. Without scripts the content is always
 * visible.
 */
export function Reveal({ motion = 'slide', step = 0, as: Tag = 'div', className, children }: RevealProps) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => (element.current === null ? undefined : watchForReveal(element.current)), []);
  const style =
    step === 0
      ? undefined
      : ({ '--reveal-delay': `${Math.min(step, MAX_STEPS) * STEP_MS}ms` } as CSSProperties);
  return (
    <Tag ref={element} data-motion={motion} className={className} style={style}>
      {children}
    </Tag>
  );
}
