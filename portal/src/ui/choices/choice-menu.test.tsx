// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { buttonNamed, mount, press } from '../../testing/mount.tsx';
import { ChoiceMenu } from './choice-menu.tsx';

async function open(chosen: readonly string[], onChange: (option: string, isChosen: boolean) => void) {
  const { container } = await mount(
    <ChoiceMenu
      label="Product"
      allLabel="All products"
      options={['Moonshot', 'Accelerate']}
      chosen={chosen}
      onChange={onChange}
    />,
  );
  return container;
}

const boxes = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLInputElement>('input')];

test('a pressed box is ticked at once, and the owner is notified', async () => {
  const onChange = vi.fn();
  const menu = await open(['Moonshot'], onChange);
  await press(menu, 'Moonshot');
  expect(boxes(menu).map(({ checked }) => checked)).toEqual([false, true]);
  await act(async () => boxes(menu)[0]?.click());
  expect(onChange.mock.calls).toEqual([['Accelerate', true]]);
  expect(boxes(menu).map(({ checked }) => checked)).toEqual([true, true]);
  expect(buttonNamed(menu, '2 chosen').getAttribute('aria-expanded')).toBe('true');
});

test('a choice that is no longer an option can still be removed', async () => {
  const menu = await open(['Retired plan'], vi.fn());
  await press(menu, 'Retired plan');
  expect(boxes(menu)).toHaveLength(3);
});

test('Escape closes the menu and returns the focus, and so does a press elsewhere', async () => {
  const menu = await open([], vi.fn());
  await press(menu, 'All products');
  await act(async () => {
    boxes(menu)[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  });
  expect(boxes(menu)).toEqual([]);
  expect(document.activeElement?.textContent).toBe('All products');
  await press(menu, 'All products');
  await act(async () => {
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  });
  expect(boxes(menu)).toEqual([]);
});
