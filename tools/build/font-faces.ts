import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

const DOWNLOADED_FACE = /@font-face\s*\{[^}]*url\([^}]*\}/g;

/** Name of the file of downloaded faces. The composer looks for it. */
export const FONT_FACES_FILE = /^faces-[0-9a-f]{8}\.css$/;

/**
 * Moves the faces that a browser downloads out of the stylesheet, into a file of their own. The stylesheet becomes part
 * of each page's HTML, and the faces are linked when the page has painted. So a font never shares the line with the
 * first paint.
 */
export function fontFaces(): Plugin {
  return {
    name: 'corvane:font-faces',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const asset of Object.values(bundle)) {
          if (asset.type !== 'asset' || !asset.fileName.endsWith('.css')) continue;
          const { faces, rest } = splitFontFaces(String(asset.source));
          if (faces === '') continue;
          asset.source = rest;
          const hash = createHash('sha256').update(faces).digest('hex').slice(0, 8);
          this.emitFile({ type: 'asset', fileName: `faces-${hash}.css`, source: faces });
        }
      },
    },
  };
}

/** Faces that are on the visitor's machine stay: text is measured by them from the first paint on. */
export function splitFontFaces(css: string): { faces: string; rest: string } {
  return { faces: (css.match(DOWNLOADED_FACE) ?? []).join(''), rest: css.replace(DOWNLOADED_FACE, '') };
}
