import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  type TouchEvent,
  useRef,
  useState,
} from 'react';

/** Shortest distance of a drag, in CSS pixels. */
const DRAG_THRESHOLD_PX = 10;

interface Carousel {
  list: RefObject<HTMLUListElement | null>;
  /** Index of the shown story, from 0. */
  place: number;
  /** Moves forward or back, and wraps around at either end. */
  move(by: 1 | -1): void;
  /** The list's own event handlers. */
  handlers: {
    onScroll(): void;
    onPointerDown(event: PointerEvent): void;
    onPointerMove(event: PointerEvent): void;
    onPointerUp(event: PointerEvent): void;
    onPointerCancel(event: PointerEvent): void;
    onTouchStart(event: TouchEvent): void;
    onTouchEnd(event: TouchEvent): void;
  };
  onKeyDown(event: KeyboardEvent): void;
}

/** @example nextPlace(2, 1, 3) // 0 */
export function nextPlace(place: number, by: 1 | -1, count: number): number {
  return (place + by + count) % count;
}

/**
 * The effect of a drag: left moves forward, right moves back, and a short one does nothing.
 * @param downPx of a finger: the page scrolls if it moved further down or up than to the side
 */
export function directionOf(draggedPx: number, downPx = 0): 1 | -1 | 0 {
  if (Math.abs(draggedPx) <= Math.max(DRAG_THRESHOLD_PX, Math.abs(downPx))) return 0;
  return draggedPx < 0 ? 1 : -1;
}

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** The effect of a key. With Alt or Command, an arrow is the browser's way back. */
export function directionOfKey({ key, altKey, ctrlKey, metaKey, shiftKey }: Key): 1 | -1 | 0 {
  if (altKey || ctrlKey || metaKey || shiftKey) return 0;
  if (key === 'ArrowRight') return 1;
  return key === 'ArrowLeft' ? -1 : 0;
}

/**
 * A list that scrolls by hand, by dragging or by arrows. The shown story is computed from the scroll position, so the
 * two always agree. Touch scrolling is the browser's own. Beyond either end the list wraps around.
 */
export function useCarousel(count: number): Carousel {
  const list = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState(0);
  const drag = useRef<{ x: number; left: number; place: number } | null>(null);
  const touch = useRef<{ x: number; y: number; place: number } | null>(null);

  /** Width of one story. On a phone the next one shows its edge. */
  const pitch = (element: HTMLElement) => element.firstElementChild?.getBoundingClientRect().width || 1;
  const placeOf = (element: HTMLElement) => Math.round(element.scrollLeft / pitch(element));

  function show(target: number): void {
    const element = list.current;
    if (element === null) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.scrollTo({ left: target * pitch(element), behavior: isStill ? 'instant' : 'smooth' });
  }

  function endDrag(event: PointerEvent): void {
    const [element, start] = [list.current, drag.current];
    drag.current = null;
    if (element === null || start === null) return;
    element.style.scrollSnapType = '';
    const by = event.type === 'pointercancel' ? 0 : directionOf(event.clientX - start.x);
    if (by !== 0) show(nextPlace(start.place, by, count));
  }

  return {
    list,
    place,
    move: (by) => show(nextPlace(place, by, count)),
    handlers: {
      onScroll() {
        if (list.current !== null) setPlace(placeOf(list.current));
      },
      onPointerDown(event) {
        const element = list.current;
        if (element === null || event.pointerType !== 'mouse' || event.button !== 0) return;
        drag.current = { x: event.clientX, left: element.scrollLeft, place: placeOf(element) };
      },
      onPointerMove(event) {
        const [element, start] = [list.current, drag.current];
        if (element === null || start === null) return;
        const dragged = event.clientX - start.x;
        const isMeant = element.style.scrollSnapType !== '' || directionOf(dragged) !== 0;
        if (!isMeant) return;
        element.setPointerCapture(event.pointerId);
        element.style.scrollSnapType = 'none';
        element.scrollLeft = start.left - dragged;
      },
      onPointerUp: endDrag,
      onPointerCancel: endDrag,
      onTouchStart(event) {
        const element = list.current;
        // Two fingers zoom.
        const finger = event.touches.length === 1 ? event.touches[0] : undefined;
        touch.current =
          element && finger ? { x: finger.clientX, y: finger.clientY, place: placeOf(element) } : null;
      },
      onTouchEnd(event) {
        const [start, finger] = [touch.current, event.changedTouches[0]];
        if (start === null || finger === undefined) return;
        const by = directionOf(finger.clientX - start.x, finger.clientY - start.y);
        const isBeyond = by === 1 ? start.place === count - 1 : by === -1 && start.place === 0;
        if (isBeyond && by !== 0) show(nextPlace(start.place, by, count));
      },
    },
    onKeyDown(event) {
      const by = directionOfKey(event);
      if (by === 0) return;
      event.preventDefault();
      show(nextPlace(place, by, count));
    },
  };
}
