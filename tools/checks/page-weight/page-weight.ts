import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pageFileOf } from '../../release/store/needed-files.ts';
import { htmlParts } from './html-parts.ts';
import { moduleSizes } from './module-sizes.ts';
import type { Sizes } from './sizes.ts';
import { styleRules } from './style-rules.ts';

/** What a page of a composed site brings before anybody touches it. Sizes are bytes over the line, compressed. */
export interface PageWeight {
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
  /** Bytes of modules that come in more than one of the page's scripts, before compression, without their first time. */
  duplicateBytes: number;
}

export interface WeighedPage {
  weight: PageWeight;
  /** Size of each module of the page's scripts, before compression. */
  modules: Sizes;
  /** Size of each part of its HTML, before compression. */
  parts: Sizes;
  /** Elements of each part of its HTML. */
  elements: Sizes;
  /** Size of each rule of the styles in its HTML, before compression. */
  rules: Sizes;
  /** Addresses of its script files that are not worth a request. */
  smallFiles: string[];
  /** Addresses of its fonts. */
  fonts: string[];
  /** Modules that come more than once. */
  duplicates: string[];
}

/** @param pathname of a page that every visitor gets */
export async function weighPage(siteRoot: string, pathname: string): Promise<WeighedPage> {
  const file = path.join(siteRoot, 'current/lanes/00', pageFileOf(pathname));
  const html = await readFile(file, 'utf8');
  const scripts = addresses(
    html,
    /<link rel="modulepreload" href="([^"]+)"|<script type="module" src="([^"]+)"/g,
  );
  const fonts = addresses(html, /<link rel="preload" href="([^"]+)" as="font"/g);
  const modules: Sizes = new Map();
  const duplicates = new Set<string>();
  let duplicateBytes = 0;
  for (const script of scripts) {
    for (const [name, bytes] of await moduleSizes(siteRoot, script)) {
      const known = modules.get(name);
      if (known !== undefined) {
        duplicates.add(name);
        duplicateBytes += bytes;
      }
      modules.set(name, (known ?? 0) + bytes);
    }
  }
  const smallFiles = await smallScripts(siteRoot, scripts);
  const { bytes: parts, elements } = htmlParts(html, pathname);
  const weight: PageWeight = {
    htmlBytes: await sentBytes(file),
    inlinedStyleBytes: lengthOf(html, /<style[^>]*>(.*?)<\/style>/gs),
    configBytes: lengthOf(html, /<script type="application\/json"[^>]*>(.*?)<\/script>/gs),
    nodes: sum(elements.values()),
    scriptFiles: scripts.length,
    scriptBytes: await sumOfSent(siteRoot, scripts),
    smallFiles: smallFiles.length,
    fontBytes: await sumOfSent(siteRoot, fonts),
    duplicateBytes,
  };
  return {
    weight,
    modules,
    parts,
    elements,
    rules: styleRules(html),
    smallFiles,
    fonts,
    duplicates: [...duplicates].sort(),
  };
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
  return sum(sizes);
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

function sum(sizes: Iterable<number>): number {
  return [...sizes].reduce((total, size) => total + size, 0);
}

/** A browser gets the file that was compressed at release time, if there is one. */
async function sentBytes(file: string): Promise<number> {
  return (await stat(existsSync(`${file}.br`) ? `${file}.br` : file)).size;
}
