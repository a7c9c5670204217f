import { type CSSProperties, type ElementType, type ReactNode, useEffect, useRef } from 'react';

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

/** Shows its content when a tenth of it is on the screen. Without scripts it is always visible. */
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

/** The share of an element that must be on the screen before it is shown. */
const VISIBLE_SHARE = 0.1;

/**
 * Hides an element below the screen, and shows it when it scrolls into view. Nothing is hidden before the visitor
 * begins to scroll. So printing, capturing or indexing a page without scrolling shows all of it.
 * @returns a function that stops watching and leaves the element visible.
 */
export function watchForReveal(element: HTMLElement): () => void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || !('IntersectionObserver' in globalThis)) {
    return () => {};
  }
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry === undefined) return;
      const isBelow = entry.boundingClientRect.top >= (entry.rootBounds?.height ?? innerHeight);
      if (element.dataset.reveal === undefined && isBelow) {
        element.dataset.reveal = 'waiting';
      } else if (!isBelow && (entry.intersectionRatio >= VISIBLE_SHARE || !entry.isIntersecting)) {
        if (element.dataset.reveal === 'waiting') element.dataset.reveal = 'shown';
        observer.disconnect();
      }
    },
    { threshold: [0, VISIBLE_SHARE] },
  );
  const stopped = new AbortController();
  // An element in a section that is not laid out yet has no place. The section is laid out before it is on the screen.
  const start = () => {
    if (element.checkVisibility?.({ contentVisibilityAuto: true }) !== false) observer.observe(element);
    else listenOnce(document, 'contentvisibilityautostatechange');
  };
  const listenOnce = (target: EventTarget, type: string) =>
    target.addEventListener(type, start, {
      once: true,
      capture: true,
      passive: true,
      signal: stopped.signal,
    });
  listenOnce(window, 'scroll');
  return () => {
    stopped.abort();
    observer.disconnect();
    delete element.dataset.reveal;
  };
}
