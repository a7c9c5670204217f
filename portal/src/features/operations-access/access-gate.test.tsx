// @vitest-environment happy-dom

import { useMutation, useQuery } from '@tanstack/react-query';
import { act, type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useHostServices } from '../../app/host-services-context.tsx';
import { useShown } from '../../lib/shown.ts';
import { failsWith } from '../../testing/fake-host.tsx';
import {
  buttonNamed,
  inputNamed,
  press,
  pressKey,
  stopClock,
  type,
  untilText,
} from '../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../testing/routed-host.tsx';
import { PortalDialog } from '../../ui/dialogs/portal-dialog.tsx';
import { Unsaved } from '../../ui/dialogs/within-dialog.tsx';
import { AccessGate } from './access-gate.tsx';

let host: RoutedHost;

beforeEach(() => {
  onDialogClose.mockReset();
  stopClock();
});
afterEach(() => vi.unstubAllGlobals());

const CODE_ID = '00000000-0000-4000-8000-0000000000f1';
const SENT = {
  codeId: CODE_ID,
  expiresAt: '2026-11-21T10:10:00Z',
  validForSeconds: 600,
  resendAfterSeconds: 30,
  maxAttempts: 2,
};
const UNTIL = '2026-11-21T18:00:00+00:00';

const access = (managerUntil: string | null, isManager = true) => ({
  isManager,
  managerUntil,
  now: new Date().toISOString(),
});

const onDialogClose = vi.fn();

const CHANGE = { action: 'cancel', plan: 'moonshot', version: '1', from: '2026-12-01T00:00:00Z' } as const;

/** A dialog with a text, and a call that the server may refuse. */
function SavingDialog() {
  const { api } = useHostServices();
  const save = useMutation({ mutationFn: () => api.invoke('change-price', CHANGE) });
  const [text, setText] = useState('');
  return (
    <PortalDialog title="A dialog" onClose={onDialogClose}>
      <Unsaved when={text !== ''} />
      <label>
        Note
        <input name="dialog-typed" value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <button type="button" onClick={() => save.mutate()}>
        Save it
      </button>
    </PortalDialog>
  );
}

function Area() {
  const { api } = useHostServices();
  const prices = useQuery({ queryKey: ['prices'], queryFn: () => api.rpc('get_prices', {}), enabled: false });
  return (
    <>
      <p>{useShown() ? 'The area, shown' : 'The area, hidden'}</p>
      <button type="button" onClick={() => void prices.refetch()}>
        Load prices
      </button>
    </>
  );
}

async function open(handlers: Handlers, dialog?: ReactNode): Promise<HTMLElement> {
  host = new RoutedHost(handlers);
  const { container } = await host.mount(
    <AccessGate isManager email="dana@corvane.example" refused={<p>Not for you</p>}>
      {() => (
        <div>
          <Area />
          <input name="typed" />
          {dialog}
        </div>
      )}
    </AccessGate>,
  );
  return container;
}

test('a manager without a code sees no part of the area, and opening the page sends no mail', async () => {
  const gate = await open({ get_manager_access: () => access(null) });
  await untilText(gate, 'We mail six digits to dana@corvane.example.');
  expect(gate.textContent).not.toContain('The area');
  expect(host.calls.map(({ name }) => name)).toEqual(['get_manager_access']);
});

test('the right code opens the area', async () => {
  let until: string | null = null;
  const gate = await open({
    get_manager_access: () => access(until),
    'send-manager-code': () => SENT,
    'check-manager-code': () => {
      until = UNTIL;
      return { managerUntil: UNTIL };
    },
  });
  await untilText(gate, 'Email me a code');
  await press(gate, 'Email me a code');
  await untilText(gate, 'We mailed a code to dana@corvane.example.');
  expect(document.activeElement).toBe(inputNamed(gate, 'verification-code'));
  await untilText(gate, 'The code works for 10 minutes.');
  await type(gate, 'verification-code', '12 34 56');
  await press(gate, 'Open Operations');
  await untilText(gate, 'The area, shown');
  expect(host.bodies('check-manager-code')).toEqual([{ codeId: CODE_ID, code: '123456' }]);
  expect(gate.textContent).not.toContain('6-digit code');
});

test('a refused code shows an error, and after the last attempt a request for a new one', async () => {
  const codeIds = [CODE_ID, CODE_ID.replace('f1', 'f2')];
  const gate = await open({
    get_manager_access: () => access(null),
    'send-manager-code': () => ({ ...SENT, codeId: codeIds.shift() }),
    'check-manager-code': failsWith('invalid_request', { fields: { code: 'refused' } }),
  });
  await untilText(gate, 'Email me a code');
  await press(gate, 'Email me a code');
  await untilText(gate, 'We mailed a code');
  await type(gate, 'verification-code', '111111');
  await press(gate, 'Open Operations');
  await untilText(gate, 'This code is not right, or no longer works.');
  await type(gate, 'verification-code', '222222');
  await press(gate, 'Open Operations');
  await untilText(gate, 'Too many attempts. Send a new code.');
  // The new code has all its attempts.
  await act(() => vi.advanceTimersByTimeAsync(40_000));
  await press(gate, 'Resend code');
  await act(() => expect.poll(() => inputNamed(gate, 'verification-code').value).toBe(''));
  await untilText(gate, 'Resend code in 30 s');
  await type(gate, 'verification-code', '333333');
  await press(gate, 'Open Operations');
  await untilText(gate, 'This code is not right, or no longer works.');
});

test('a server error does not blame the code, and keeps it', async () => {
  const gate = await open({
    get_manager_access: () => access(null),
    'send-manager-code': () => SENT,
    'check-manager-code': failsWith('network'),
  });
  await untilText(gate, 'Email me a code');
  await press(gate, 'Email me a code');
  await untilText(gate, 'We mailed a code');
  await type(gate, 'verification-code', '111111');
  await press(gate, 'Open Operations');
  await untilText(gate, 'The server cannot be reached. Please try again.');
  expect(inputNamed(gate, 'verification-code').value).toBe('111111');
});

test.each([
  ['rate_limited', 'Too many codes. Please try again in a few minutes.'],
  ['unavailable', 'The code could not be mailed.'],
] as const)('a code that could not be sent shows the reason: %s', async (code, words) => {
  const gate = await open({ get_manager_access: () => access(null), 'send-manager-code': failsWith(code) });
  await untilText(gate, 'Email me a code');
  await press(gate, 'Email me a code');
  await untilText(gate, words);
  expect(buttonNamed(gate, 'Email me a code').disabled).toBe(false);
});

test('a person who is no longer a manager sees a message', async () => {
  const gate = await open({ get_manager_access: () => access(null, false) });
  await untilText(gate, 'Not for you');
  expect(gate.textContent).not.toContain('Email me a code');
});

test('when the access ends, the area is hidden and keeps the typed text', async () => {
  const gate = await open({ get_manager_access: () => access(UNTIL) });
  await untilText(gate, 'The area, shown');
  await type(gate, 'typed', 'half a thought');
  vi.setSystemTime(new Date('2026-11-21T18:00:01Z'));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  await untilText(gate, 'Your access to Operations has ended');
  expect(gate.querySelector('[hidden]')?.textContent).toContain('The area, hidden');
  expect(inputNamed(gate, 'typed').value).toBe('half a thought');
});

test('a dialog hides while a code is requested, and keeps the typed text', async () => {
  let until: string | null = UNTIL;
  let save: () => unknown = () => new Promise(() => {});
  const gate = await open(
    {
      get_manager_access: () => access(until),
      'send-manager-code': () => SENT,
      'check-manager-code': () => {
        until = '2026-11-21T18:00:00+00:00';
        return { managerUntil: until };
      },
      'change-price': () => save(),
    },
    <SavingDialog />,
  );
  await untilText(document.body, 'Save it');
  await type(document.body, 'dialog-typed', 'half a thought');
  until = null;
  save = failsWith('forbidden');
  await press(document.body, 'Save it');
  await untilText(gate, 'Your access to Operations has ended');
  const dialog = inputNamed(document.body, 'dialog-typed').closest('[role=dialog]');
  expect(dialog?.closest<HTMLElement>('[style*="display: none"]')).not.toBeNull();
  expect(gate.closest('[aria-hidden]')).toBeNull();
  await press(gate, 'Email me a code');
  await untilText(gate, 'We mailed a code');
  await type(gate, 'verification-code', '111111');
  await press(gate, 'Open Operations');
  await untilText(gate, 'The area, shown');
  expect(inputNamed(document.body, 'dialog-typed').value).toBe('half a thought');
  expect(dialog?.closest<HTMLElement>('[style*="display: none"]')).toBeNull();
});

/** Opens the area with a dialog, types into it, and takes the right away. */
async function loseRight(typed: string): Promise<HTMLElement> {
  let isManager = true;
  const gate = await open(
    {
      get_manager_access: () => access(isManager ? UNTIL : null, isManager),
      'change-price': failsWith('forbidden'),
    },
    <SavingDialog />,
  );
  await untilText(document.body, 'Save it');
  if (typed !== '') await type(document.body, 'dialog-typed', typed);
  isManager = false;
  await press(document.body, 'Save it');
  await untilText(gate, 'Not for you');
  return gate;
}

test('when the right is taken away, the dialog hides, and its text can be copied', async () => {
  const writeText = vi.fn(async (_text: string) => {});
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  await loseRight('half a thought');
  expect(inputNamed(document.body, 'dialog-typed').closest('[style*="display: none"]')).not.toBeNull();
  expect(document.body.textContent).toContain('What you entered in “A dialog” was not saved.');
  expect(document.querySelector('textarea')?.value).toBe('Note: half a thought');
  await pressKey('Escape');
  await press(document.body, 'Keep editing');
  expect(onDialogClose).not.toHaveBeenCalled();
  await press(document.body, 'Copy text');
  expect(writeText.mock.calls).toEqual([['Note: half a thought']]);
  await pressKey('Escape');
  expect(onDialogClose).toHaveBeenCalledOnce();
});

test('when the right is taken away and nothing was typed, only the message is shown', async () => {
  await loseRight('');
  expect(document.body.textContent).not.toContain('was not saved');
});

test('after a refused call, and no other failure, the page checks the access with the server', async () => {
  let until: string | null = UNTIL;
  let fail = failsWith('internal');
  const gate = await open({ get_manager_access: () => access(until), get_prices: () => fail() });
  await untilText(gate, 'The area, shown');
  until = null;
  await press(gate, 'Load prices');
  expect(host.bodies('get_prices')).toHaveLength(1);
  expect(host.bodies('get_manager_access')).toHaveLength(1);
  fail = failsWith('forbidden');
  await press(gate, 'Load prices');
  await untilText(gate, 'Your access to Operations has ended');
  expect(host.bodies('get_manager_access')).toHaveLength(2);
});

test('if the access cannot be checked, the area stays closed and the check can be retried', async () => {
  let answer: () => unknown = failsWith('internal');
  const gate = await open({ get_manager_access: () => answer() });
  await untilText(gate, 'Failed to load your access.');
  answer = () => access(UNTIL);
  await press(gate, 'Try again');
  await untilText(gate, 'The area, shown');
});
