import type { Driver } from './driver.ts';
import { until } from './until.ts';

/** The pixels at the place of an element. */
interface Picture {
  width: number;
  height: number;
  /** Red, green, blue and opacity of each pixel, line by line. */
  pixels: number[];
  /** The background color of the style, as red, green and blue. */
  background: number[];
}

/** @param index index among the elements of the CSS selector. The page scrolls to it */
export async function pictureOf(driver: Driver, selector: string, index = 0): Promise<Picture> {
  const box = await until(`${selector} to look at`, () => driver.evaluate(boxOf, selector, index));
  return driver.evaluate(cutOut, await driver.screenshot(), box);
}

/**
 * Number of pixels that differ between two pictures of the same size. Only the contrast with the background counts:
 * gray text equals black text.
 */
export function differenceOfShapes(one: Picture, other: Picture): number {
  const [first, second] = [shapeOf(one), shapeOf(other)];
  return first.filter((isDrawn, index) => isDrawn !== second[index]).length;
}

/** Width to crop from an input, so only its text remains, without border and rounded corners. */
const EDGE_PX = 4;
const CONTRAST = 60;

function shapeOf({ pixels, width, height }: Picture): boolean[] {
  const ground = colorAt(pixels, width, EDGE_PX, Math.floor(height / 2));
  const shape: boolean[] = [];
  for (let y = EDGE_PX; y < height - EDGE_PX; y += 1) {
    for (let x = EDGE_PX; x < width - EDGE_PX; x += 1) {
      shape.push(distance(colorAt(pixels, width, x, y), ground) > CONTRAST);
    }
  }
  return shape;
}

/** The largest difference between the pixels beside the text and the style's background, 0 to 765. */
export function distanceFromStyle({ pixels, width, height, background }: Picture): number {
  return distance(colorAt(pixels, width, EDGE_PX, Math.floor(height / 2)), background);
}

function colorAt(pixels: readonly number[], width: number, x: number, y: number): number[] {
  const start = (y * width + x) * 4;
  return pixels.slice(start, start + 3);
}

function distance(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0);
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
  background: number[];
}

/** Runs in the page. */
function boxOf(selector: string, index: number): Box | null {
  const element = document.querySelectorAll(selector)[index];
  if (element === undefined) return null;
  if (!element.checkVisibility()) throw new Error(`Nothing to look at: ${selector} ${index} is hidden`);
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const color = getComputedStyle(element).backgroundColor;
  return {
    left: Math.round(left),
    top: Math.round(top),
    width: Math.floor(width),
    height: Math.floor(height),
    background: (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number),
  };
}

/** Runs in the page, because a page can decode PNG. */
async function cutOut(png: string, { left, top, width, height, background }: Box): Promise<Picture> {
  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas');
  context.drawImage(image, 0, 0);
  return { width, height, pixels: [...context.getImageData(left, top, width, height).data], background };
}
