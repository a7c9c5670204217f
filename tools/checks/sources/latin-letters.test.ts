import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

const readFromHost = createRequire(path.join(WORKSPACE_ROOT, 'host/package.json'));
const css = readFileSync(path.join(WORKSPACE_ROOT, 'host/src/styles/document.css'), 'utf8');

/** @param range as in CSS: "U+20-7E, U+131" */
function charactersIn(range: string): number[] {
  return [...range.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(([, from = '', to = from]) => {
    const first = Number.parseInt(from, 16);
    return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, index) => first + index);
  });
}

test.each(['familjen-grotesk', 'instrument-sans'])('%s draws each Latin letter', (family) => {
  const faces = css.split('@font-face').filter((face) => face.includes(`/${family}-latin`));
  const drawn = faces.flatMap((face) => charactersIn(face.split('unicode-range:')[1] ?? ''));
  const ranges = readFromHost(`@fontsource-variable/${family}/unicode.json`) as Record<string, string>;
  const letters = charactersIn(`${ranges.latin},${ranges['latin-ext']}`);
  expect(letters.filter((letter) => !drawn.includes(letter))).toEqual([]);
});
