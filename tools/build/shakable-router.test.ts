import { expect, test } from 'vitest';
import { withoutDisplayNames } from './shakable-router.ts';

test('display names go, and calls at the top that only make a component are marked', () => {
  const code = [
    'import * as React2 from "react";',
    'var Link = React2.forwardRef(function Link2(props, ref) { return null; });',
    'Link.displayName = "Link";',
    'var Context = React2.createContext(null), size = 1;',
    'export { Link, Context };',
  ].join('\n');
  expect(withoutDisplayNames(code, 'router.mjs').split('\n')).toEqual([
    'import * as React2 from "react";',
    'var Link = /*#__PURE__*/ React2.forwardRef(function Link2(props, ref) { return null; });',
    '',
    'var Context = /*#__PURE__*/ React2.createContext(null), size = 1;',
    'export { Link, Context };',
  ]);
});

test('what only looks like it stays: other assignments, other calls, code in functions, texts', () => {
  const code = [
    'import * as React from "react";',
    'registry.current = "Link";',
    'var subscribe = React.useSyncExternalStore(a, b);',
    'function make() { const Inner = React.memo(Outer); Inner.displayName = "Inner"; return Inner; }',
    'var text = `',
    'Link.displayName = "Link";',
    '`;',
  ].join('\n');
  expect(withoutDisplayNames(code, 'router.mjs')).toBe(code);
});
