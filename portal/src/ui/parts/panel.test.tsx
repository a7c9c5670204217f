import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Panel } from './panel.tsx';

test('a screen reader finds a panel by its title', () => {
  const html = renderToStaticMarkup(
    <Panel id="people" title="People">
      <p>Ada</p>
    </Panel>,
  );
  const named = /^<section aria-labelledby="([^"]+)".*?<h2 id="\1"[^>]*>People<\/h2>/;
  expect(html).toMatch(named);
});
