import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BRAND } from '@corvane/shared/brand/brand';
import { ICON_PICTURES, iconSvg } from '@corvane/shared/brand/icon';

/** The part of a browser's page that this needs. */
interface DrawingPage {
  setViewportSize(size: { width: number; height: number }): Promise<void>;
  setContent(html: string): Promise<void>;
  screenshot(options: { omitBackground: boolean }): Promise<Buffer>;
}

/** Draws the pictures of the brand's icon into a folder. */
export async function drawIcons(page: DrawingPage, folder: string): Promise<void> {
  for (const [name, { size, shape }] of Object.entries(ICON_PICTURES)) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<!doctype html><style>body{margin:0}svg{display:block}</style>${iconSvg(BRAND, shape)}`,
    );
    const png = await page.screenshot({ omitBackground: true });
    await writeFile(path.join(folder, name), name.endsWith('.ico') ? encodeIco(png, size) : png);
  }
}

/** A PNG as an icon file, for browsers that ask for /favicon.ico. */
function encodeIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.set([size, size], 6);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
