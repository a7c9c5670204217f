import { expect, test } from 'vitest';
import { styleRules } from './style-rules.ts';

test('rules are named by application and selector, in whichever layer or media query they are', () => {
  const html = `<style data-href="/assets/host/1f/style.css">:root{--a:1}@font-face{font-family:F}</style>
<style data-href="/remotes/marketing/0f/style.css">@layer marketing.utilities{:where([data-app=marketing]) .flex{display:flex}@media (width>=48rem){:where([data-app=marketing]) .md\\:flex{display:flex}.md\\:flex{gap:0}}}@keyframes spin{to{rotate:1turn}}@property --x{syntax:"*"}</style>`;
  expect(Object.fromEntries(styleRules(html))).toEqual({
    'host :root': ':root{--a:1}'.length,
    'host @font-face': '@font-face{font-family:F}'.length,
    'marketing .flex': ':where([data-app=marketing]) .flex{display:flex}'.length,
    'marketing .md\\:flex':
      ':where([data-app=marketing]) .md\\:flex{display:flex}'.length + '.md\\:flex{gap:0}'.length,
    'marketing @keyframes spin': '@keyframes spin{to{rotate:1turn}}'.length,
    'marketing @property --x': '@property --x{syntax:"*"}'.length,
  });
});
