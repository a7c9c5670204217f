import path from 'node:path';
import postcss, { type AtRule, type Plugin, type Rule } from 'postcss';
import { UserError } from '../command/user-error.ts';

/** Selectors that mean the document. In a remote they mean the remote's own subtree instead. */
const DOCUMENT_SELECTOR = /(^|[\s>+~,(])(:root|:host|html|body)(?![\w-])/g;

/**
 * PostCSS plugin that keeps every stylesheet inside its owner's subtree. So no application's CSS can change
 * another's appearance, in any loading order:
 * - each selector matches only below `[data-app="<owner>"]`, at unchanged specificity (`:where`).
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
        if (isInsideKeyframes(rule) || isNested(rule)) return;
        rule.selectors = rule.selectors.map((selector) => scopeSelector(selector, owner));
      });
    },
  };
}

/** Rules that no selector limits. */
const OF_ALL_PAGES =
  /keyframes$|^(?:import|page|view-transition|font-face|font-feature-values|font-palette-values|counter-style|property|position-try)$/;

/**
 * What a built stylesheet would do outside its owner's subtree. It lists selectors of elements that are not below its
 * scope, and all imports. Keyframes, faces and the like need its name. The document is the host's. All applications
 * register Tailwind's properties, in the same words.
 */
export function strayRules(css: string, owner: string): string[] {
  const element = `\\[data-app=["']?${owner}["']?\\]`;
  const scope = new RegExp(`:where\\(${element}\\)|${element}`, 'g');
  const isBelow = (selector: string) => {
    let outer = selector.replace(scope, '\0');
    // A scope in brackets may only be what the element is not, or one of several.
    for (let before = ''; before !== outer; outer = outer.replace(/\([^()]*\)/g, '')) before = outer;
    // A sibling of the owner's element is another's.
    if (/\0[^\s>+~]*(?:[\s>]+[^\s>+~]|$)/.test(outer)) return true;
    return owner === 'host' && selector.search(DOCUMENT_SELECTOR) >= 0;
  };
  const stray: string[] = [];
  const root = postcss.parse(css);
  root.walkRules((rule) => {
    if (!isInsideKeyframes(rule) && !isNested(rule))
      stray.push(...rule.selectors.filter((selector) => !isBelow(selector)));
  });
  const ownName = new RegExp(`^["']?(?:--)?${owner}-|^--tw-`);
  root.walkAtRules(OF_ALL_PAGES, (rule) => {
    const { name, params } = rule;
    const isOwn =
      ownName.test(name === 'font-face' ? familyOf(rule) : params) ||
      (owner === 'host' && !name.endsWith('keyframes'));
    if (name === 'import' || !isOwn) stray.push(`@${name} ${params}`.trim());
  });
  return stray;
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

/** @example scopeSelector('.a:hover', 'portal') // ':where([data-app="portal"]) .a:hover' */
function scopeSelector(selector: string, owner: string): string {
  const scope = `:where([data-app="${owner}"])`;
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
  return parent?.type === 'atrule' && (parent as AtRule).name.endsWith('keyframes');
}

/** A rule nested in another one inherits the scope of its parent. */
function isNested(rule: Rule): boolean {
  for (let node = rule.parent; node !== undefined && node.type !== 'root'; node = node.parent) {
    if (node.type === 'rule') return true;
  }
  return false;
}
