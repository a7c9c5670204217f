import type { Plugin } from 'vite';
import { BRAND } from '../../../shared/src/brand/brand.ts';
import type { Brand } from '../../../shared/src/brand/brand-schema.ts';
import { type IconShape, iconPixels, iconSvg } from './draw-icon.ts';
import { encodeIco, encodePng } from './encode-png.ts';

const PNG_ICONS: Readonly<Record<string, { size: number; shape: IconShape }>> = {
  'apple-touch-icon.png': { size: 180, shape: 'square' },
  'icon-192.png': { size: 192, shape: 'rounded' },
  'icon-512.png': { size: 512, shape: 'rounded' },
  'icon-maskable-512.png': { size: 512, shape: 'maskable' },
};

/** The host's files with fixed names that depend on the brand: icons in every format, and the manifest of an installed site. */
export function brandFiles(brand: Brand): Record<string, string | Buffer> {
  const png = (size: number, shape: IconShape) => encodePng(iconPixels(brand.icon, size, shape), size);
  return {
    'favicon.svg': iconSvg(brand),
    'favicon.ico': encodeIco(png(32, 'rounded'), 32),
    ...Object.fromEntries(
      Object.entries(PNG_ICONS).map(([name, { size, shape }]) => [name, png(size, shape)]),
    ),
    'manifest.webmanifest': `${JSON.stringify(manifestOf(brand), null, 2)}\n`,
  };
}

function manifestOf({ name, description }: Brand): unknown {
  const icon = (src: string, purpose?: string) => {
    const size = PNG_ICONS[src]?.size;
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
