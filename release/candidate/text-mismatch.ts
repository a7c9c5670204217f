import { framesOf } from '@corvane/shared/lib/stack-frames';
import type { Page } from '@playwright/test';
import type { SourceMaps, SourcePlace } from '../store/source-maps.ts';

/** The first text that differs between a page's HTML and what the browser shows. Both are '' when none does. */
interface TextMismatch {
  server: string;
  browser: string;
  /** Where the source writes the element around it, null when that cannot be told. */
  place: SourcePlace | null;
}

const SHOWN_LENGTH = 80;

export async function findTextMismatch(page: Page, maps: SourceMaps): Promise<TextMismatch> {
  const context = page.context();
  const html = await (await context.request.get(page.url())).text();
  // A page without our content security policy may parse HTML.
  const parser = await context.newPage();
  const server = await (await parser.evaluateHandle(textNodesOf, html)).evaluate(textsOf);
  await parser.close();
  const nodes = await page.evaluateHandle(textNodesOf, null);
  const browser = await nodes.evaluate(textsOf);
  const longer = server.length > browser.length ? server : browser;
  const at = longer.findIndex((_, index) => server[index] !== browser[index]);
  const code = await nodes.evaluate(codeAround, at);
  return {
    server: server[at]?.slice(0, SHOWN_LENGTH) ?? '',
    browser: browser[at]?.slice(0, SHOWN_LENGTH) ?? '',
    place: code === null ? null : await placeOf(page, maps, code),
  };
}

/** Runs in a page: the texts that a document shows, in their order. Without HTML, the page's own document. */
function textNodesOf(html: string | null): Text[] {
  const root = html === null ? document : new DOMParser().parseFromString(html, 'text/html');
  const walker = document.createTreeWalker(root.getElementById('root') ?? root, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) {
    // A browser with scripts does not draw what is in a noscript, and React leaves it alone.
    if (walker.currentNode.parentElement?.closest('noscript') == null) nodes.push(walker.currentNode as Text);
  }
  return nodes;
}

/** Runs in a page. */
function textsOf(nodes: readonly Text[]): string[] {
  return nodes.map(({ data }) => data);
}

interface Code {
  /** A component as the script has it. */
  component: string;
  /** Where in it the element is written. */
  offset: number;
}

/**
 * Runs in the page: the component that writes the element around a text. React's own stack names the components that
 * are drawn around it. Another component writes an element that is handed on as children.
 */
function codeAround(nodes: readonly Text[], at: number): Code | null {
  interface Fiber {
    type: unknown;
    return: Fiber | null;
  }
  const fiberOf = (element: Element): Fiber | undefined =>
    Object.entries(element).find(([key]) => key.startsWith('__reactFiber$'))?.[1];
  const functionOf = (type: unknown): unknown => {
    const { type: inner, render } = (type ?? {}) as { type?: unknown; render?: unknown };
    return typeof type === 'function' ? type : (inner ?? render);
  };
  for (let element = nodes[at]?.parentElement; element != null; element = element.parentElement) {
    const className = element.getAttribute('class') ?? '';
    if (className === '') continue;
    for (let fiber = fiberOf(element) ?? null; fiber !== null; fiber = fiber.return) {
      const component = String(functionOf(fiber.type));
      const offset = ['"', "'", '`'].map((quote) => component.indexOf(quote + className + quote));
      const found = offset.find((index) => index >= 0);
      if (found !== undefined) return { component, offset: found };
    }
  }
  return null;
}

async function placeOf(
  page: Page,
  maps: SourceMaps,
  { component, offset }: Code,
): Promise<SourcePlace | null> {
  for (const url of await page.evaluate(scriptUrls)) {
    const script = await (await page.context().request.get(url)).text();
    const start = script.indexOf(component);
    if (start < 0) continue;
    const before = script.slice(0, start + offset).split('\n');
    const [frame] = framesOf(`${url}:${before.length}:${(before.at(-1) ?? '').length + 1}`);
    return frame === undefined ? null : maps.find(frame);
  }
  return null;
}

/** Runs in the page. */
function scriptUrls(): string[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  return [...new Set(loaded)].filter((url) => new URL(url).pathname.endsWith('.js'));
}
