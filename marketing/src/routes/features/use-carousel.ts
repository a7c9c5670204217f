import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';

export interface Carousel {
  list: RefObject<HTMLUListElement | null>;
  /** Place of the story that is shown, from 0. */
  place: number;
  /** Goes on or back, from either end to the other. */
  move(by: 1 | -1): void;
  onScroll(): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** @example nextPlace(2, 1, 3) // 0 */
export function nextPlace(place: number, by: 1 | -1, count: number): number {
  return (place + by + count) % count;
}

/** A list that is scrolled, by hand or by arrows; where it stands is read from the scroll, so the two never differ. */
export function useCarousel(count: number): Carousel {
  const list = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState(0);

  function move(by: 1 | -1): void {
    const element = list.current;
    if (element === null) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.scrollTo({
      left: nextPlace(place, by, count) * element.clientWidth,
      behavior: isStill ? 'instant' : 'smooth',
    });
  }

  function onScroll(): void {
    const element = list.current;
    if (element !== null) setPlace(Math.round(element.scrollLeft / element.clientWidth));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    move(event.key === 'ArrowRight' ? 1 : -1);
  }

  return { list, place, move, onScroll, onKeyDown };
}
