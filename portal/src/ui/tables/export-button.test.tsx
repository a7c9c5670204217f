// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { buttonNamed, lateAnswer, press, untilText } from '../../testing/mount.tsx';
import { RoutedHost } from '../../testing/routed-host.tsx';
import { ExportButton, JSON_LINES } from './export-button.tsx';

test('a cancelled export that ends late leaves the next one alone, and writes no file', async () => {
  const answers = [lateAnswer(), lateAnswer()];
  let begun = 0;
  async function* pages() {
    yield (await answers[begun++]?.handler()) as object[];
  }
  const host = new RoutedHost({});
  const { container } = await host.mount(
    <ExportButton
      format={JSON_LINES}
      pages={pages}
      fileName="rows.json"
      noun="row"
      what="your rows"
      allCount={9}
    />,
  );
  await press(container, 'Export JSON');
  await press(container, 'Cancel export');
  await press(container, 'Export JSON');
  await answers[0]?.give([{}]);
  expect(buttonNamed(container, 'Cancel export').isConnected).toBe(true);
  expect(host.toasts).toEqual([]);
  await answers[1]?.give([{}, {}]);
  await untilText(document.body, 'The file holds 2 rows.');
  await untilText(container, 'Export JSON');
});
