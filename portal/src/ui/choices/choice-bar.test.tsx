// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { mount, press } from '../../testing/mount.tsx';
import { ChoiceBar } from './choice-bar.tsx';

test('each choice is read with its count, and pressed again it is all', async () => {
  const onSelect = vi.fn();
  const { container, unmount } = await mount(
    <ChoiceBar
      legend="Status"
      options={['new', 'done']}
      labelOf={(option) => option}
      counts={{ new: 1_200, done: 3 }}
      selected="new"
      onSelect={onSelect}
    />,
  );
  const read = [...container.querySelectorAll('button')].map((button) => {
    for (const hidden of button.querySelectorAll('[aria-hidden=true]')) hidden.remove();
    return [button.textContent, button.getAttribute('aria-pressed')];
  });
  expect(read).toEqual([
    ['All 1,203', 'false'],
    ['new 1,200', 'true'],
    ['done 3', 'false'],
  ]);
  await press(container, 'new 1,200');
  await press(container, 'done 3');
  expect(onSelect.mock.calls).toEqual([[null], ['done']]);
  await unmount();
});
