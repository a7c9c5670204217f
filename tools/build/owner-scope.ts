import path from 'node:path';
import postcss, { type AtRule, type Plugin, type Rule } from 'postcss';
import { UserError } from '../command/user-error.ts';

/** Selectors that mean the document. In a remote they mean the remote's own subtree instead. */
const DOCUMENT_SELECTOR = /(^|[\s>+~,(])(:root|:host|html|body)(?![\w-])/g;

/**
 * PostCSS plugin that keeps every stylesheet inside its owner's subtree. So no application's CSS can change
 * another's appearance, in any loading order:
 * - each selector matches only below `.app-<owner>`, at unchanged specificity (`:where`). Browsers keep the classes of an
 *   element's ancestors at hand, so the rules of all other owners cost nothing. Of attributes, they keep the names alone.
 * - cascade layers and keyframes carry the owner's name.
 * - document selectors (`html`, `body`, `:root`) are the host's alone. Elsewhere they mean the owner's element.
 *
 * The owner is the workspace folder of the stylesheet's entry file. A stylesheet outside the workspace has no owner, and
 * is refused: its rules would match every page. Packages of another checkout bring such a stylesheet.
 */
export function ownerScope(options: { workspaceRoot: string }): Plugin {
  return {
    postcssPlugin: 'owner-scope',
    Once(root) {
      const file = root.source?.input.file;
      if (file === undefined) return;
      const owner = path.relative(options.workspaceRoot, file).split(path.sep)[0];
      if (owner === undefined || owner === '..' || owner === 'node_modules')
        throw new UserError(
          `${file} is outside ${options.workspaceRoot}, so its rules have no owner. Install the packages of this checkout: npx -y pnpm@12 install`,
        );

      root.walkAtRules('layer', (rule) => {
        rule.params = ownLayerNames(rule.params, owner);
      });
      const keyframes = new Set<string>();
      root.walkAtRules(/keyframes$/, (rule) => {
        keyframes.add(rule.params);
        rule.params = `${owner}-${rule.params}`;
      });
      root.walkDecls(/^(animation|animation-name|--.*animat.*)$/, (declaration) => {
        declaration.value = declaration.value.replace(/[\w-]+/g, (word) =>
          keyframes.has(word) ? `${owner}-${word}` : word,
        );
      });
      root.walkRules((rule) => {
        if (isInsideKeyframes(rule) || ruleAround(rule) !== undefined) return;
        rule.selectors = rule.selectors.map((selector) => scopeSelector(selector, owner));
      });
    },
  };
}

/** Rules that no selector limits. */
const OF_ALL_PAGES =
  /keyframes$|^(?:import|page|view-transition|font-face|font-feature-values|font-palette-values|counter-style|property|position-try)$/;
/** At-rules that only say when the rules inside count. */
const CONDITION = /^(?:media|supports|container|starting-style|charset)$/;

/** The owner's element in a selector, and any element below it. A selector has no such character outside its names. */
const [OWNER, BELOW] = ['⌂', '↓'];

/**
 * What a built stylesheet would do outside its owner's subtree. It lists selectors of elements that are not below its
 * scope, other layers, unknown at-rules, and all imports. Keyframes, faces and the like need its name. The document is
 * the host's. All applications register Tailwind's properties, in the same words.
 */
export function strayRules(css: string, owner: string): string[] {
  const stray: string[] = [];
  const root = postcss.parse(css);
  const places = new Map<Rule, string>();
  root.walkRules((rule) => {
    if (isInsideKeyframes(rule)) return;
    const outer = ruleAround(rule);
    const found = rule.selectors.map((selector) => placeOf(selector, owner, outer && places.get(outer)));
    places.set(rule, placeOfAny(found));
    stray.push(...rule.selectors.filter((_, at) => found[at] === ''));
  });
  const ownName = new RegExp(`^["']?(?:--)?${owner}-|^--tw-`);
  root.walkAtRules((rule) => {
    const { params } = rule;
    const name = rule.name.toLowerCase();
    if (CONDITION.test(name) || isOfAllPages(rule.parent)) return;
    const refuse = (what: string) => stray.push(`@${rule.name} ${what}`.trim());
    if (name === 'layer') {
      const others = postcss.list.comma(params).filter((layer) => layer && layer.split('.')[0] !== owner);
      for (const layer of others) refuse(layer);
      return;
    }
    const isOwn =
      ownName.test(name === 'font-face' ? familyOf(rule) : params) ||
      (owner === 'host' && !name.endsWith('keyframes'));
    if (name === 'import' || !OF_ALL_PAGES.test(name) || !isOwn) refuse(params);
  });
  return stray;
}

/** @returns what the selector means: the owner's element, elements below it, or '' for any others */
function placeOf(selector: string, owner: string, around?: string): string {
  let text = selector
    .replace(/\\(?:[\da-f]{1,6}\s?|.)|[^ -~\s]/gi, 'x')
    // An attribute, or a string outside of one.
    .replace(/\[(?:"[^"]*"|'[^']*'|[^\]"'])*\]|"[^"]*"|'[^']*'/g, (found) =>
      found.startsWith('[') ? '.x' : 'x',
    )
    .replace(new RegExp(`\\.app-${owner}(?![\\w-])`, 'g'), OWNER);
  if (owner === 'host') text = text.replace(DOCUMENT_SELECTOR, `$1${BELOW}`);
  // A rule inside another one begins at that one, if it does not say where that is.
  if (around !== undefined && !text.includes('&')) text = `& ${text}`;
  text = text.replaceAll('&', around || 'x');
  // Of brackets, those count which say what the element is. All that it may be must then be inside.
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/(:(?:is|where))?\(([^()]*)\)/gi, (_, isElement, inner: string) =>
      isElement ? placeOfAny(inner.split(',').map(placeIn)) : '',
    );
  }
  return placeIn(text);
}

/** @param selector has no brackets */
function placeIn(selector: string): string {
  const text = selector.trim();
  // A sibling of the owner's element is another's.
  if (text.includes(BELOW) || new RegExp(`${OWNER}[^\\s>+~]*[\\s>]+[^\\s>+~]`).test(text)) return BELOW;
  return new RegExp(`${OWNER}[^\\s>+~]*$`).test(text) ? OWNER : '';
}

function placeOfAny(places: readonly string[]): string {
  if (places.includes('')) return '';
  return places.includes(OWNER) ? OWNER : BELOW;
}

function isOfAllPages(node: Rule['parent']): boolean {
  return node?.type === 'atrule' && OF_ALL_PAGES.test((node as AtRule).name.toLowerCase());
}

function familyOf(face: AtRule): string {
  let family = '';
  face.walkDecls('font-family', ({ value }) => {
    family = value;
  });
  return family;
}

/** @throws UserError naming the first rule of a stylesheet that would change other applications. */
export function refuseStrayRules(css: string, owner: string, file: string): void {
  const [first, ...more] = strayRules(css, owner);
  if (first === undefined) return;
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  throw new UserError(
    `${owner}: ${file} has rules outside its own elements (${first.slice(0, 80)}${others}), which would change every page. Remove its dist folder, install the packages of this checkout, and build again.`,
  );
}

function ownLayerNames(params: string, owner: string): string {
  if (params === '') return params;
  return params
    .split(',')
    .map((name) => `${owner}.${name.trim()}`)
    .join(', ');
}

/** @example scopeSelector('.a:hover', 'portal') // ':where(.app-portal) .a:hover' */
function scopeSelector(selector: string, owner: string): string {
  const scope = `:where(.app-${owner})`;
  if (!DOCUMENT_SELECTOR.test(selector)) return `${scope} ${selector}`;
  DOCUMENT_SELECTOR.lastIndex = 0;
  if (owner === 'host') {
    return selector.replace(DOCUMENT_SELECTOR, (match, before, name) =>
      name === ':host' ? `${before}${scope}` : match,
    );
  }
  return selector.replace(DOCUMENT_SELECTOR, (_match, before) => `${before}${scope}`);
}

function isInsideKeyframes(rule: Rule): boolean {
  const parent = rule.parent;
  return parent?.type === 'atrule' && (parent as AtRule).name.toLowerCase().endsWith('keyframes');
}

/** The rule that this one is nested in. It inherits the scope of that rule. */
function ruleAround(rule: Rule): Rule | undefined {
  for (let node = rule.parent; node !== undefined && node.type !== 'root'; node = node.parent) {
    if (node.type === 'rule') return node as Rule;
  }
  return undefined;
}
