import { useCallback, useEffect, useState } from 'react';
import { type Edge, freeEdge } from './free-edge.ts';

/**
 * Distance from the screen's edge to the far side of a message's shadow, px. The larger value of both edges, see
 * toasts.css.
 */
const MARGIN_PX: Record<Edge, Record<Edge, number>> = {
  // On a phone, where messages are usually at the top.
  top: { top: 16, bottom: 16 },
  bottom: { top: 84, bottom: 32 },
};

/**
 * The edge where messages cover no focused element. It follows the focus while a message is shown.
 * @returns the edge, and a function that checks again after a message was added
 */
export function useFreeEdge(usual: Edge): readonly [Edge, () => void] {
  const [edge, setEdge] = useState(usual);
  const look = useCallback(() => {
    const message = document.querySelector('[data-sonner-toast][data-front="true"]');
    if (message === null || message.parentElement?.contains(document.activeElement)) return;
    const { left, right, height } = message.getBoundingClientRect();
    const depth = { top: height + MARGIN_PX[usual].top, bottom: height + MARGIN_PX[usual].bottom };
    const focused = document.activeElement;
    const box = focused === null || focused === document.body ? null : focused.getBoundingClientRect();
    setEdge(freeEdge(usual, { left, right, depth }, box, window.innerHeight));
  }, [usual]);

  useEffect(() => {
    // Browsers scroll to the focused element after the focus event.
    const lookLater = () => requestAnimationFrame(look);
    document.addEventListener('focusin', lookLater);
    return () => document.removeEventListener('focusin', lookLater);
  }, [look]);

  return [edge, look];
}
