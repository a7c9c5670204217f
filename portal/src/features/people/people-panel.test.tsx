// @vitest-environment happy-dom

import { translatePage } from '@corvane/shared/testing/translate-page';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClientForSession } from '../../app/session-query-client.ts';
import { failsWith } from '../../testing/fake-host.tsx';
import {
  inputNamed,
  lateAnswer,
  letTypingPass,
  press,
  pressEnterIn,
  pressKey,
  type,
  typeSearch,
  untilText,
} from '../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../testing/routed-host.tsx';
import {
  ADA,
  ADA_FOUND,
  CUSTOMER_ID,
  customerData,
  erasedAnswer,
  foundPeople,
  MENTION,
  openedPerson,
  RETENTION,
  repData,
  requestData,
} from './people-fixtures.ts';
import PeoplePanel from './people-panel.tsx';

let host: RoutedHost;

afterEach(() => vi.restoreAllMocks());

type Answers = Partial<Record<'find' | 'open' | 'retention', () => unknown>>;

/** Answers by action. Without an answer for an action, the search finds Ada. */
function reads(answers: Answers): Handlers {
  const known: Required<Answers> = {
    find: () => foundPeople(ADA_FOUND),
    open: () => openedPerson(),
    retention: () => RETENTION,
    ...answers,
  };
  return { 'read-people': (body) => known[(body as { action: keyof Answers }).action]() };
}

async function open(handlers: Handlers = reads({})): Promise<HTMLElement> {
  host = new RoutedHost({ ...reads({}), ...handlers });
  return (await host.mount(<PeoplePanel />)).container;
}

async function search(panel: HTMLElement, text: string): Promise<void> {
  const field = panel.querySelector<HTMLInputElement>('[data-portal-search]');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => field?.form?.requestSubmit());
}

async function openAda(handlers: Handlers = {}): Promise<HTMLElement> {
  const panel = await open(handlers);
  await search(panel, 'ada');
  await untilText(panel, 'Ada Lovelace');
  await act(async () => panel.querySelector<HTMLElement>('[data-row-opener]')?.click());
  return panel;
}

const page = () => document.body;
const changes = () => host.bodies('change-person');

test('no search starts before two characters are typed, and the address never contains the term', async () => {
  const panel = await open();
  await search(panel, 'a');
  expect(host.bodies('read-people')).toEqual([{ action: 'retention' }]);
  await untilText(panel, 'Whose data do you look for?');
  await search(panel, ' ada%_\\ ');
  await untilText(panel, 'Ada Lovelace');
  expect(host.bodies('read-people')).toContainEqual({ action: 'find', search: 'ada%_\\' });
  await act(async () => panel.querySelector<HTMLElement>('[data-row-opener]')?.click());
  await untilText(panel, 'Back to the search');
  expect(host.search).toMatch(/^\?person=[0-9a-f]{8}$/);
});

test('loading, a failure with a retry, and no match show different messages', async () => {
  let answer: () => unknown = () => new Promise(() => {});
  const panel = await open(reads({ find: () => answer() }));
  await search(panel, 'ada');
  expect(panel.querySelector('[aria-busy] [role=status]')?.textContent).toBe('Loading the people');
  answer = failsWith('internal');
  await search(panel, 'adam');
  await untilText(panel, 'Failed to load the people.');
  answer = () => foundPeople();
  await press(panel, 'Try again');
  await untilText(panel, 'No people found.');
});

test('while another search loads, an empty result is not taken for its own', async () => {
  let answer: () => unknown = () => foundPeople();
  const panel = await open(reads({ find: () => answer() }));
  await search(panel, 'adam');
  await untilText(panel, 'No people found.');
  answer = () => new Promise(() => {});
  await search(panel, 'ada');
  await untilText(panel, 'Loading the people');
  expect(panel.textContent).not.toContain('No people found.');
});

test('a result of a hundred people says that there may be more', async () => {
  const crowd = Array.from({ length: 100 }, (_, n) => ({
    email: `p${n}@crowd.example`,
    names: [],
    roles: ['code'],
  }));
  const panel = await open(reads({ find: () => foundPeople(...crowd) }));
  await search(panel, 'crowd');
  await untilText(panel, 'The first 100 by address are shown.');
});

test('the retention periods and the last run are shown below the search', async () => {
  const panel = await open();
  await untilText(panel, 'How long data is kept');
  await untilText(panel, '730 days from when they were sent');
  expect(panel.textContent).toContain('1,204');
  expect(panel.textContent).toContain('not yet');
});

test('a person is shown with all parts, typed text without markup, and the focus on the heading', async () => {
  const panel = await openAda(reads({ open: () => openedPerson({}, [MENTION]) }));
  await untilText(panel, 'Engines Ltd');
  for (const text of [
    'Prefers <b>the phone</b>.',
    '<i>about engines</i>',
    'Called twice.',
    'https://partner.example/reviews',
    '$12,345.00',
    '203.0.113.77',
    'Difference Engine/2',
    'staff note of the contact request of charles@engine.example',
    'Nothing is stored.',
  ]) {
    expect(panel.textContent).toContain(text);
  }
  expect(panel.textContent).not.toContain('are listed');
  expect(panel.querySelector('b, i')).toBeNull();
  expect(document.activeElement?.textContent).toBe(ADA);
  await press(panel, '← Back to the search');
  await untilText(panel, 'Stored as');
  expect(document.activeElement?.textContent).toContain('Ada Lovelace');
});

test('what is over, held back or missing is said of each part', async () => {
  const at = '2026-11-20T09:00:00+00:00';
  const { sessions, sales, trail, counts } = customerData();
  const customer = customerData({
    ...{ name: '', company: '', hasOpenLink: false, revokedAt: at, firstOpenedAt: null },
    sessions: sessions.map((session) => ({ ...session, ipAddress: null, userAgent: null })),
    sales: sales.map((sale) => ({ ...sale, isCancelled: true })),
    trail: trail.map((line) => ({ ...line, ipAddress: null })),
    counts: { ...counts, sessions: 3 },
  });
  const salesIds = repData().salesIds.map((salesId) => ({ ...salesId, revokedAt: at }));
  const representative = repData({ disabledAt: at, isManager: false, salesIds, counts: {} });
  const request = requestData({ quarantinedAt: at, assignedTo: 'Robin Vale', consentedAt: null, utm: {} });
  const panel = await openAda(
    reads({ open: () => openedPerson({ customer, representative, requests: [request], requestCount: 60 }) }),
  );
  await untilText(panel, 'in progress, held back');
  for (const text of [
    '60 contact requests',
    'The newest 1 of 60 are listed.',
    'Namenone',
    'Revoked',
    'no IP address, no browser',
    'The newest 1 of 3 are listed.',
    'annual, $12,345.00, cancelled',
    'disabled ',
    ', revoked ',
    '0 customers, 0 sales, 0 statements, 0 assigned requests, 0 notes',
  ]) {
    expect(panel.textContent).toContain(text);
  }
});

test('each part of which nothing is stored says so, and a link that ended by itself is not revoked', async () => {
  const customer = customerData({ hasOpenLink: false });
  let opened = openedPerson({ customer, requests: [] });
  const panel = await openAda(reads({ open: () => opened }));
  await untilText(panel, 'Ended');
  opened = openedPerson({ customer: null, requests: [] });
  await act(() => queryClientForSession('test').refetchQueries());
  await act(() => expect.poll(() => panel.textContent?.split('Nothing is stored.')).toHaveLength(4));
});

test('a person erased meanwhile gets a message without a retry', async () => {
  const panel = await openAda(reads({ open: failsWith('not_found') }));
  await untilText(panel, 'Nothing is stored about this address any more.');
});

test('an export is read page by page, and saved under a name without personal data', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  const names: string[] = [];
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  const panel = await openAda({
    'change-person': (body) =>
      (body as { after: string | null }).after === null
        ? {
            outcome: 'exported',
            person: { email: ADA, exportedAt: '2026-11-21T10:00:00Z' },
            requests: [{ message: 'First' }],
            nextAfter: 'page 2',
          }
        : { outcome: 'exported', person: null, requests: [{ message: 'Second' }], nextAfter: null },
  });
  await untilText(panel, 'Export as data');
  await press(panel, 'Export as data');
  await act(() => expect.poll(() => click.mock.calls).toHaveLength(1));
  await press(panel, 'Export as a page');
  await act(() => expect.poll(() => click.mock.calls).toHaveLength(2));
  expect(names).toEqual(['stored-data-2026-11-21.json', 'stored-data-2026-11-21.html']);
  for (const file of files) expect(await file.text()).toMatch(/2026-11-21T10:00:00Z.*First.*Second/s);
  const page = (after: string | null) => ({ action: 'export', email: ADA, after });
  expect(changes()).toEqual([page(null), page('page 2'), page(null), page('page 2')]);
});

test('a failed export shows a message and writes no file', async () => {
  const create = vi.spyOn(URL, 'createObjectURL');
  const panel = await openAda({ 'change-person': failsWith('network') });
  await untilText(panel, 'Export as data');
  await press(panel, 'Export as data');
  await untilText(panel, 'No file was written.');
  expect(create).not.toHaveBeenCalled();
});

test("a correction that conflicts with a colleague's keeps the typed text, and the next press starts from theirs", async () => {
  const answers = [
    { outcome: 'conflict', stored: { name: 'Ada King', company: 'Engines Ltd' } },
    { outcome: 'saved', stored: { name: 'Ada Byron', company: 'Engines Ltd' } },
  ];
  const panel = await openAda({ 'change-person': () => answers.shift() });
  await untilText(panel, 'Engines Ltd');
  await press(panel, 'Correct the customer');
  await type(page(), 'name', 'Ada Byron');
  await press(page(), 'Save correction');
  await untilText(page(), 'Someone else changed this first.');
  expect(page().textContent).toContain('Ada King');
  expect(inputNamed(page(), 'name').value).toBe('Ada Byron');
  await press(page(), 'Save correction');
  await untilText(document.body, 'Corrected');
  const after = { name: 'Ada Byron', company: 'Engines Ltd' };
  expect(changes()).toEqual(
    ['Ada Lovelace', 'Ada King'].map((name) => ({
      action: 'correct',
      correction: { kind: 'customer', id: CUSTOMER_ID, before: { name, company: 'Engines Ltd' }, after },
    })),
  );
});

/** Regression: what was typed while the answer was on its way was lost with the dialog. */
test('a correction cannot be changed while it is saved', async () => {
  const panel = await openAda({ 'change-person': () => new Promise(() => {}) });
  await untilText(panel, 'Engines Ltd');
  await press(panel, 'Correct the customer');
  await type(page(), 'name', 'Ada Byron');
  await pressEnterIn(page(), 'company');
  await act(() => expect.poll(() => inputNamed(page(), 'name').readOnly).toBe(true));
  expect(inputNamed(page(), 'name').form?.getAttribute('aria-busy')).toBe('true');
  expect(document.activeElement).toBe(inputNamed(page(), 'company'));
});

test('a correction without a required text is refused beside the field', async () => {
  const panel = await openAda({});
  await untilText(panel, 'Engines Ltd');
  await press(panel, 'Correct the request of Ada');
  await type(page(), 'company', ' ');
  await press(page(), 'Save correction');
  await untilText(page(), 'Please fill this in');
  expect(document.activeElement).toBe(inputNamed(page(), 'company'));
  expect(changes()).toEqual([]);
});

test('consent is withdrawn after a confirmation, and the button disappears', async () => {
  let consentWithdrawnAt: string | null = null;
  const panel = await openAda({
    ...reads({
      open: () => openedPerson({ requests: [requestData({ consentWithdrawnAt })] }),
    }),
    'change-person': () => {
      consentWithdrawnAt = '2026-11-21T10:00:00+00:00';
      return { outcome: 'withdrawn', requests: 1 };
    },
  });
  await untilText(panel, 'Withdraw consent');
  await press(panel, 'Withdraw consent');
  expect(changes()).toEqual([]);
  const dialog = document.querySelector<HTMLElement>('[role=dialog]');
  if (dialog === null) throw new Error('no dialog');
  expect(document.activeElement?.textContent).toBe('Cancel');
  await press(dialog, 'Withdraw consent');
  await untilText(panel, ', withdrawn');
  expect([...panel.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain(
    'Withdraw consent',
  );
});

test('texts of others that mention a person are loaded until all are listed, on a translated page', async () => {
  const end = translatePage();
  const mentioned = (text: object, unread: number) => ({
    mentions: { texts: [text], unread, next: unread === 0 ? null : 'here' },
  });
  const first = { ...openedPerson(), ...mentioned(MENTION, 1) };
  const panel = await openAda({
    'read-people': (body) =>
      (body as { action: string }).action === 'mentions'
        ? mentioned({ ...MENTION, field: 'message' }, 0)
        : reads({ open: () => first })['read-people']?.(body),
  });
  await untilText(panel, '1 text shown. At most 1 more record to read.');
  expect(panel.textContent).toContain('Texts that mention this person, at most 2');
  await press(panel, 'Load more');
  await untilText(panel, '2 texts shown');
  // Regression: it still said 'at most'.
  expect(panel.textContent).toContain('Texts that mention this person 2');
  expect(panel.textContent).not.toContain('Load more');
  end();
});

test('an erasure needs the typed address, includes names by default, and repeats with the same id', async () => {
  let answer: () => unknown = failsWith('network');
  const panel = await openAda({
    ...reads({ open: () => openedPerson({}, [MENTION]) }),
    'change-person': () => answer(),
  });
  await untilText(panel, 'Erase this person');
  await press(panel, 'Erase this person');
  await press(page(), 'Erase for good');
  await untilText(page(), 'This is not the address above');
  expect(changes()).toEqual([]);
  await type(page(), 'address', ' ADA@engine.example ');
  await press(page(), 'Erase for good');
  await untilText(page(), 'The server cannot be reached.');
  await act(async () => inputNamed(page(), 'takesNames').click());
  answer = () => erasedAnswer({ mailsUnderWay: 1 });
  await press(page(), 'Erase for good');
  await untilText(page(), 'Erased: Nothing is stored about this person any more.');
  expect(page().textContent).toContain('1 mail to the team may just have been sent');
  const [first, second] = changes() as { erasureId: string; takesNames: boolean; email: string }[];
  expect(second).toEqual({ ...first, takesNames: false });
  expect(first).toMatchObject({ action: 'erase', email: ADA, takesNames: true });
  await untilText(panel, 'How long data is kept');
});

test('Back closes an opened person, Forward opens them again, and no address names them', async () => {
  const panel = await open();
  await search(panel, 'ada');
  await untilText(panel, 'Ada');
  const before = host.search;
  await act(async () => panel.querySelector<HTMLElement>('[data-row-opener]')?.click());
  await untilText(panel, 'Back to the search');
  const after = host.search;
  expect(after).toMatch(/^\?person=[0-9a-f]{8}$/);
  await act(async () => host.visit(before));
  expect(panel.textContent).not.toContain('Back to the search');
  expect(panel.querySelector<HTMLInputElement>('[data-portal-search]')?.value).toBe('ada');
  await act(async () => host.visit(after));
  await untilText(panel, 'Back to the search');
  await act(async () => host.visit('?person=constructor'));
  expect(panel.textContent).not.toContain('Back to the search');
});

const topDialog = () => [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1) ?? page();

/** Regression: the form that was open by then closed, and what was typed there was lost. */
test.each([
  [
    'a withdrawal',
    { outcome: 'withdrawn', requests: 1 },
    'Consent withdrawn',
    async () => {
      await press(page(), 'Withdraw consent');
      await press(topDialog(), 'Withdraw consent');
      await press(page(), 'Cancel');
    },
  ],
  [
    'a correction',
    { outcome: 'saved', stored: { name: 'Ada Byron', company: 'Engines Ltd' } },
    'Corrected',
    async () => {
      await press(page(), 'Correct the customer');
      await type(page(), 'name', 'Ada Byron');
      await press(page(), 'Save correction');
      await pressKey('Escape');
      await press(page(), 'Discard');
    },
  ],
])(
  '%s that is answered after its dialog was closed leaves the next one open',
  async (_what, answer, title, send) => {
    const change = lateAnswer();
    const panel = await openAda({ 'change-person': change.handler });
    await untilText(panel, 'Engines Ltd');
    await send();
    await press(panel, 'Correct the customer');
    await type(page(), 'name', 'Ada King');
    await change.give(answer);
    await untilText(document.body, title);
    expect(inputNamed(page(), 'name').value).toBe('Ada King');
  },
);

const GRACE = 'grace@navy.example';
const openRow = (panel: HTMLElement, index: number) =>
  act(async () => panel.querySelectorAll<HTMLElement>('[data-row-opener]')[index]?.click());

/** Starts the erasure of Ada, and closes its dialog before the answer. */
async function eraseAda(erasure: ReturnType<typeof lateAnswer>): Promise<HTMLElement> {
  const panel = await openAda({
    'read-people': (body) => {
      const { action, email } = body as { action: string; email?: string };
      if (action === 'find') return foundPeople(ADA_FOUND, { ...ADA_FOUND, email: GRACE, names: ['Grace'] });
      return action === 'open' ? openedPerson({ email }) : RETENTION;
    },
    'change-person': erasure.handler,
  });
  await untilText(panel, 'Erase this person');
  await press(panel, 'Erase this person');
  await type(page(), 'address', ADA);
  await press(page(), 'Erase for good');
  await pressKey('Escape');
  await press(page(), 'Discard');
  return panel;
}

/** Regression: the person who was open by then closed. */
test('an erasure that is answered after its dialog was closed leaves the next person open', async () => {
  const erasure = lateAnswer();
  const panel = await eraseAda(erasure);
  await press(panel, '← Back to the search');
  await openRow(panel, 1);
  await untilText(panel, 'Back to the search');
  const { search: address } = host;
  await erasure.give(erasedAnswer());
  await untilText(document.body, 'Erased');
  expect(host.search).toBe(address);
  expect(panel.querySelector('h3')?.textContent).toBe(GRACE);
});

test('an erased person who was opened again meanwhile is closed', async () => {
  const erasure = lateAnswer();
  const panel = await eraseAda(erasure);
  await press(panel, '← Back to the search');
  await openRow(panel, 0);
  await untilText(panel, 'Back to the search');
  await erasure.give(erasedAnswer());
  await untilText(panel, 'How long data is kept');
  expect(host.search).toBe('');
});

/** Regression: the list was cleared, and then the text was searched. */
test('the key c stops a search that is being typed', async () => {
  const panel = await open();
  await typeSearch(panel, 'ada');
  await pressKey('c');
  await letTypingPass();
  expect(panel.querySelector<HTMLInputElement>('[data-portal-search]')?.value).toBe('');
  expect(host.bodies('read-people')).toEqual([{ action: 'retention' }]);
});

/** Regression: the second press was dropped without a word. */
test('the consent of a second person is withdrawn while that of the first is on its way', async () => {
  const bob = 'bob@engine.example';
  const first = reads({ find: () => foundPeople(ADA_FOUND, { ...ADA_FOUND, email: bob }) })['read-people'];
  const panel = await open({
    'read-people': (body) => {
      const { action, email } = body as { action: string; email: string };
      return action === 'open' ? openedPerson({ email }) : first?.(body);
    },
    'change-person': lateAnswer().handler,
  });
  await search(panel, 'engine');
  for (const email of [ADA, bob]) {
    await untilText(panel, bob);
    await act(async () =>
      panel.querySelector<HTMLElement>(`[data-row-id="${email}"] [data-row-opener]`)?.click(),
    );
    await untilText(panel, 'Withdraw consent');
    await press(panel, 'Withdraw consent');
    await press(topDialog(), 'Withdraw consent');
    await press(page(), 'Cancel');
    await press(panel, '← Back to the search');
  }
  expect(changes()).toEqual([ADA, bob].map((email) => expect.objectContaining({ email })));
});

/** Regression: nothing said that the texts were not corrected, and what was typed was gone. */
test('a conflict that arrives after a correction was closed is told, and the typed text is kept', async () => {
  const change = lateAnswer();
  const panel = await openAda({ 'change-person': change.handler });
  await untilText(panel, 'Engines Ltd');
  await press(panel, 'Correct the customer');
  await type(page(), 'name', 'Ada Byron');
  await press(page(), 'Save correction');
  await pressKey('Escape');
  await press(page(), 'Discard');
  await change.give({ outcome: 'conflict', stored: { name: 'Ada King', company: 'Engines & Co' } });
  await untilText(page(), 'Correct the customer: Someone else changed this first.');
  await press(panel, 'Correct the customer');
  expect(inputNamed(page(), 'name').value).toBe('Ada Byron');
  // The person did not touch it, so the other change stays.
  expect(inputNamed(page(), 'company').value).toBe('Engines & Co');
});
