import { PAGE_CONFIG_ELEMENT_ID, type PageConfig } from '@corvane/shared/contracts/remote/page-config';
import { START_SCRIPT } from '../../release/compose/inline-scripts.ts';
import type { ClientBuild } from './client-builds.ts';

/** A released page without fonts and scripts: what is left is painted, and nothing else happens. */
export function limitPage(html: string): string {
  return html
    .replace(/<noscript>(?:<link[^>]*>)+<\/noscript>\n/, '')
    .replace(/<template id="page-scripts">.*?<\/template>\n/s, '')
    .replace(`<script>${START_SCRIPT}</script>\n`, '');
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
  return limitPage(html)
    .replaceAll(/<style data-href=.*?<\/style>\n/gs, '')
    .replace('</head>', `${[...styles, script].join('\n')}\n</head>`)
    .replace(/<body>.*<\/body>/s, '<body>\n<div id="root"></div>\n</body>');
}

const CONFIG_BLOCK = new RegExp(
  `(<script type="application/json" id="${PAGE_CONFIG_ELEMENT_ID}">)(.*?)(</script>)`,
  's',
);

function configOf(html: string): PageConfig {
  return JSON.parse(CONFIG_BLOCK.exec(html)?.[2] ?? '') as PageConfig;
}

function withConfig(html: string, config: PageConfig): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  return html.replace(CONFIG_BLOCK, (_whole, start: string, _json, end: string) => start + json + end);
}
