import type { Plugin } from 'vite';
import { BRAND } from '../../shared/src/brand/brand.ts';
import type { Brand } from '../../shared/src/brand/brand-schema.ts';
import { ICON_PICTURES, iconSvg } from '../../shared/src/brand/icon.ts';

/** The host's files with fixed names that say the brand. The pictures of its icon are in `host/static/`. */
export function brandFiles(brand: Brand): Record<string, string> {
  return {
    'favicon.svg': iconSvg(brand),
    'manifest.webmanifest': `${JSON.stringify(manifestOf(brand), null, 2)}\n`,
  };
}

function manifestOf({ name, description }: Brand): unknown {
  const icon = (src: string, purpose?: string) => {
    const size = ICON_PICTURES[src]?.size;
    return { src, sizes: `${size}x${size}`, type: 'image/png', ...(purpose ? { purpose } : {}) };
  };
  return {
    id: '/',
    name,
    short_name: name,
    description,
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#fbfaf7',
    theme_color: '#fbfaf7',
    icons: [icon('icon-192.png'), icon('icon-512.png'), icon('icon-maskable-512.png', 'maskable')],
  };
}

/** Puts the brand's files into the host's build, and serves them in development. */
export function withBrandFiles(): Plugin {
  return {
    name: 'host:brand-files',
    generateBundle() {
      for (const [fileName, source] of Object.entries(brandFiles(BRAND)))
        this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer({ middlewares }) {
      middlewares.use('/favicon.svg', (_request, response) => {
        response.setHeader('Content-Type', 'image/svg+xml');
        response.end(iconSvg(BRAND));
      });
    },
  };
}
