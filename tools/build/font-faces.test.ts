import { expect, test } from 'vitest';
import { splitFontFaces } from './font-faces.ts';

const LOCAL = '@font-face{font-family:A Fallback;src:local("Arial");size-adjust:98%}';
const DOWNLOADED = '@font-face{font-family:A;src:url(./a.woff2)format("woff2");unicode-range:U+0-FF}';

test('downloaded faces are moved out of the stylesheet, and local faces stay', () => {
  expect(splitFontFaces(`h1{color:red}${DOWNLOADED}${LOCAL}${DOWNLOADED}p{}`)).toEqual({
    faces: DOWNLOADED + DOWNLOADED,
    rest: `h1{color:red}${LOCAL}p{}`,
  });
});

test('a stylesheet without faces stays as it is', () => {
  expect(splitFontFaces('h1{background:url(a.svg)}')).toEqual({
    faces: '',
    rest: 'h1{background:url(a.svg)}',
  });
});
