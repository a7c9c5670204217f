/** Share of an element that has to be on the screen before it is shown. */
const VISIBLE_SHARE = 0.1;

/**
 * Hides an element that lies below the screen, and shows it when it comes onto it. Nothing is hidden before the
 * visitor begins to scroll: what prints, captures or indexes a page without scrolling sees all of it.
 * @returns stops watching and leaves the element visible.
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
  const start = () => observer.observe(element);
  addEventListener('scroll', start, { once: true, passive: true });
  return () => {
    removeEventListener('scroll', start);
    observer.disconnect();
    delete element.dataset.reveal;
  };
}
