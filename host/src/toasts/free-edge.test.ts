import { expect, test } from 'vitest';
import { freeEdge, type MessageArea } from './toaster.tsx';

/** Regression: on phones the message about an opened link covered the title of an open dialog. */

const PHONE: MessageArea = { left: 16, right: 344, depth: { top: 112, bottom: 112 } };
const WIDE: MessageArea = { left: 900, right: 1256, depth: { top: 180, bottom: 124 } };
const HEIGHT = 740;
const box = (top: number, bottom: number, left = 0, right = 360) => ({ left, right, top, bottom });

test('a message stays at its usual edge if no element there has the focus', () => {
  expect(freeEdge('top', PHONE, null, HEIGHT)).toBe('top');
  expect(freeEdge('top', PHONE, box(300, 344), HEIGHT)).toBe('top');
  expect(freeEdge('bottom', WIDE, box(700, 740, 0, 500), HEIGHT)).toBe('bottom');
});

test('a message moves to the other edge if it would cover the focused element', () => {
  expect(freeEdge('top', PHONE, box(56, 86), HEIGHT)).toBe('bottom');
  expect(freeEdge('bottom', WIDE, box(690, 734, 1000, 1100), HEIGHT)).toBe('top');
});

test('a message stays where it is when both edges would cover the focused element', () => {
  expect(freeEdge('top', PHONE, box(64, 5_000), HEIGHT)).toBe('top');
});

test('an element outside the screen is not covered', () => {
  expect(freeEdge('top', PHONE, box(-90, -40), HEIGHT)).toBe('top');
  expect(freeEdge('bottom', WIDE, box(800, 844, 900, 1000), HEIGHT)).toBe('bottom');
});
