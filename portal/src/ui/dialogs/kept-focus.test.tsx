// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { buttonNamed, type Mounted, mount } from '../../testing/mount.tsx';
import { KeptFocus } from './kept-focus.tsx';

let mounted: Mounted;

const rows = (action: string) => (
  <KeptFocus>
    <div data-row-id="a">
      <button type="button">Open</button>
      <button key={action} type="button">
        {action}
      </button>
    </div>
  </KeptFocus>
);
const error = (
  <KeptFocus>
    <div role="alert">
      <button type="button">Try again</button>
      <button type="button">Back</button>
    </div>
  </KeptFocus>
);
const nothing = <KeptFocus>Loading</KeptFocus>;

const focus = (name: string) => act(async () => buttonNamed(mounted.container, name).focus());
const focusIsOn = (name: string) => expect.poll(() => document.activeElement?.textContent).toBe(name);

test('when a focused button disappears, the focus stays in its row', async () => {
  mounted = await mount(rows('Revoke'));
  await focus('Revoke');
  await mounted.render(rows('Issue again'));
  await focusIsOn('Open');
});

test('when focused rows disappear, the focus goes to the retry button, even if that appears later', async () => {
  mounted = await mount(rows('Revoke'));
  await focus('Open');
  await mounted.render(nothing);
  await focusIsOn('Loading');
  await mounted.render(error);
  await focusIsOn('Try again');
});

test('a focus elsewhere does not move', async () => {
  mounted = await mount(rows('Revoke'));
  await focus('Open');
  await act(async () => buttonNamed(mounted.container, 'Open').blur());
  await mounted.render(error);
  await act(async () => {});
  expect(document.activeElement).toBe(document.body);
});
