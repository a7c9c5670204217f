import postcss, { type Container } from 'postcss';
import type { Sizes } from './sizes.ts';

const STYLES = /<style data-href="\/(?:assets|remotes)\/([^/"]+)[^>]*>(.*?)<\/style>/gs;

/** Rules that only contain others: the rules in them are named instead. */
const CONTAINERS = /^(?:layer|media|supports|container)$/;

/** By which all rules of an application are kept to its own elements. */
const SCOPE = /:where\(\[data-app=[\w-]+\]\) /g;

/** Long selectors are lists of elements. Their beginning tells which rule it is. */
const NAME_LENGTH = 80;

/**
 * The rules of a page's stylesheets: name of a rule to its bytes before compression, such as `marketing .md\:flex` or
 * `host @keyframes spin`. The same selector in several layers or media queries is one rule.
 */
export function styleRules(html: string): Sizes {
  const sizes: Sizes = new Map();
  for (const [, application = '', css = ''] of html.matchAll(STYLES)) {
    addRules(postcss.parse(css), (selector, text) => {
      const name = `${application} ${selector.replaceAll(SCOPE, '').slice(0, NAME_LENGTH)}`;
      sizes.set(name, (sizes.get(name) ?? 0) + Buffer.byteLength(text));
    });
  }
  return sizes;
}

function addRules(container: Container, add: (selector: string, text: string) => void): void {
  container.each((node) => {
    if (node.type === 'rule') add(node.selector, String(node));
    if (node.type !== 'atrule') return;
    if (CONTAINERS.test(node.name) && node.nodes !== undefined) addRules(node, add);
    else add(`@${node.name} ${node.params}`.trim(), String(node));
  });
}
