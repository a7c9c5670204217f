import { PAGE_CONFIG_ELEMENT_ID, type PageConfig } from '@corvane/shared/contracts/remote/page-config';
import { FACES_SCRIPT, START_SCRIPT } from '../../../../release/compose/inline-scripts.ts';
import type { ClientBuild } from './client-builds.ts';

/** A released page without fonts and scripts: what is left is painted, and nothing else happens. */
export function limitPage(html: string): string {
  const withoutPreloads = replaced(html, /<noscript>(?:<link[^>]*>)+<\/noscript>\n/, '');
  const withoutFaces = replaced(withoutPreloads, /<template id="page-faces">.*?<\/template>\n/, '');
  const withoutScripts = replaced(withoutFaces, /<template id="page-scripts">.*?<\/template>\n/s, '');
  const withoutStart = replaced(withoutScripts, `<script>${START_SCRIPT}</script>\n`, '');
  return replaced(withoutStart, `<script>${FACES_SCRIPT}</script>\n`, '');
}

/** A page that one script draws. Its remotes are in that script, and their styles in its stylesheet. */
export function singleBundlePage(html: string, base: string, build: ClientBuild): string {
  const config = configOf(html);
  for (const remote of Object.values(config.registry.remotes)) remote.css = [];
  return withConfig(clientPage(html, base, build), config);
}

/** A page that the host's script draws, with the remotes that it loads. */
export function clientPage(html: string, base: string, build: ClientBuild): string {
  const styles = build.css.map((file) => `<link rel="stylesheet" href="${base}${file}">`);
  const script = `<script type="module" src="${base}${build.entry}"></script>`;
  const withoutStyles = replaced(limitPage(html), /<style data-href=.*?<\/style>\n/gs, '');
  const withOwnFiles = replaced(withoutStyles, '</head>', `${[...styles, script].join('\n')}\n</head>`);
  return replaced(withOwnFiles, /<body>.*<\/body>/s, '<body>\n<div id="root"></div>\n</body>');
}

/** @throws when the page has no such part: it would be measured as if it were another one. */
function replaced(html: string, part: string | RegExp, by: string): string {
  const changed = html.replace(part, by);
  if (changed === html) throw new Error(`The page has no part ${String(part).slice(0, 60)}`);
  return changed;
}

const CONFIG_BLOCK = new RegExp(
  `(<script type="application/json" id="${PAGE_CONFIG_ELEMENT_ID}">)(.*?)(</script>)`,
  's',
);

function configOf(html: string): PageConfig {
  const [, , json] = CONFIG_BLOCK.exec(html) ?? [];
  if (json === undefined) throw new Error('The page has no configuration');
  return JSON.parse(json) as PageConfig;
}

function withConfig(html: string, config: PageConfig): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  return html.replace(CONFIG_BLOCK, (_whole, start: string, _json, end: string) => start + json + end);
}
