export type Edge = 'top' | 'bottom';

/** Where a message would lie at either edge, px. */
export interface MessageArea {
  left: number;
  right: number;
  /** From the screen's edge to the far side of the message. */
  depth: Record<Edge, number>;
}

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/**
 * The edge of the screen for messages: the usual one, unless the focused element is there and the other edge is free.
 * @param focused null when nothing is focused
 */
export function freeEdge(usual: Edge, area: MessageArea, focused: Box | null, screenHeight: number): Edge {
  const isCovered = (edge: Edge) => {
    if (focused === null || focused.right <= area.left || focused.left >= area.right) return false;
    return edge === 'top'
      ? focused.top < area.depth.top && focused.bottom > 0
      : focused.bottom > screenHeight - area.depth.bottom && focused.top < screenHeight;
  };
  const other = usual === 'top' ? 'bottom' : 'top';
  return isCovered(usual) && !isCovered(other) ? other : usual;
}
