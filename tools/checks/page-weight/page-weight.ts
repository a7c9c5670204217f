import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import zlib from 'node:zlib';
import { pageFileOf } from '../../../release/store/needed-files.ts';

/** What a page of a composed site brings before anybody touches it. Sizes are bytes over the line, compressed. */
export interface PageWeight {
  /** The same for all releases of one tree, so within 100 bytes of what is sent. */
  htmlBytes: number;
  /** Styles in the HTML, before compression. */
  inlinedStyleBytes: number;
  /** JSON that the page brings for its scripts, before compression. */
  configBytes: number;
  /** Elements of the HTML. */
  nodes: number;
  scriptFiles: number;
  scriptBytes: number;
  /** Script files that are not worth a request. */
  smallFiles: number;
  fontBytes: number;
}

interface WeighedPage {
  weight: PageWeight;
  /** What a weight consists of, as lines: its scripts, those that are not worth a request, and fonts. */
  causes: Readonly<Partial<Record<keyof PageWeight, readonly string[]>>>;
}

/** A comment, a script or stylesheet with what is in it, or the tag that begins another element. */
const TOKEN = /<!--.*?-->|<(script|style)\b[^>]*>.*?<\/\1>|<[a-z][^>]*>/gs;

/** @param pathname of a page that every visitor gets */
export async function weighPage(siteRoot: string, pathname: string): Promise<WeighedPage> {
  const file = path.join(siteRoot, 'current/lanes/00', pageFileOf(pathname));
  const html = await readFile(file, 'utf8');
  const scripts = addresses(
    html,
    /<link rel="modulepreload" href="([^"]+)"|<script type="module" src="([^"]+)"/g,
  );
  const fonts = addresses(html, /<link rel="preload" href="([^"]+)" as="font"/g);
  const smallFiles = await smallScripts(siteRoot, scripts);
  return {
    weight: {
      htmlBytes: compressedBytes(html),
      inlinedStyleBytes: lengthOf(html, /<style[^>]*>(.*?)<\/style>/gs),
      configBytes: lengthOf(html, /<script type="application\/json"[^>]*>(.*?)<\/script>/gs),
      nodes: [...html.matchAll(TOKEN)].filter(([token]) => !token.startsWith('<!')).length,
      scriptFiles: scripts.length,
      scriptBytes: await sumOfSent(siteRoot, scripts),
      smallFiles: smallFiles.length,
      fontBytes: await sumOfSent(siteRoot, fonts),
    },
    causes: { scriptFiles: scripts, smallFiles, fontBytes: fonts },
  };
}

/** What differs between releases of one tree: hashes, the publishable key and the port. */
const OF_ONE_RELEASE =
  /(?<=-)[\w-]{8}(?=\.(?:js|css|woff2)\b)|\b[0-9a-f]{12}\b|(?<=sb_publishable_)[\w-]+|(?<=localhost:)\d+/g;

/** With others in place of those, since some compress better. */
function compressedBytes(text: string): number {
  const others = new Map<string, string>();
  const same = text.replace(OF_ONE_RELEASE, (own) => {
    const made = createHash('sha512').update(String(others.size));
    const other =
      others.get(own) ?? made.digest(own.length === 12 ? 'hex' : 'base64url').slice(0, own.length);
    others.set(own, other);
    return other;
  });
  return zlib.brotliCompressSync(same).length;
}

/**
 * For each budget that a page exceeds: its weight, and what it consists of.
 * @example ['smallFiles: 1, budget 0', '  /remotes/marketing/0f/about.js: 6 bytes']
 */
export function exceededBudgets({ weight, causes }: WeighedPage, budget: Readonly<PageWeight>): string[] {
  const kinds = Object.keys(weight) as (keyof PageWeight)[];
  return kinds
    .filter((kind) => weight[kind] > budget[kind])
    .flatMap((kind) => [
      `${kind}: ${number(weight[kind])}, budget ${number(budget[kind])}`,
      ...(causes[kind] ?? []).map((cause) => `  ${cause}`),
    ]);
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

function addresses(html: string, pattern: RegExp): string[] {
  return [...new Set([...html.matchAll(pattern)].map(([, first, second]) => first ?? second ?? ''))];
}

function lengthOf(html: string, pattern: RegExp): number {
  return [...html.matchAll(pattern)].reduce((sum, [, text = '']) => sum + Buffer.byteLength(text), 0);
}

/** Bytes over the line of site-absolute addresses together. */
export async function sumOfSent(siteRoot: string, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map((file) => sentBytes(path.join(siteRoot, file))));
  return sizes.reduce((total, size) => total + size, 0);
}

/** A file below this size, before compression, belongs into another one. In bytes. */
const SMALL_SCRIPT_BYTES = 250;

/** @returns those of the site-absolute addresses that are not worth a request, with their sizes */
export async function smallScripts(siteRoot: string, files: readonly string[]): Promise<string[]> {
  const sizes = await Promise.all(
    files.map(async (file) => ({ file, bytes: (await stat(path.join(siteRoot, file))).size })),
  );
  return sizes
    .filter(({ bytes }) => bytes < SMALL_SCRIPT_BYTES)
    .map(({ file, bytes }) => `${file}: ${bytes} bytes`);
}

/** Weighed before, by path: pages share most files. */
const known = new Map<string, Promise<number>>();

function sentBytes(file: string): Promise<number> {
  const bytes = known.get(file) ?? weighFile(file);
  known.set(file, bytes);
  return bytes;
}

/** A browser gets a compressed file, if the release has one. */
async function weighFile(file: string): Promise<number> {
  return existsSync(`${file}.br`) ? compressedBytes(await readFile(file, 'utf8')) : (await stat(file)).size;
}
