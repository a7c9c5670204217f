// @vitest-environment happy-dom

import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { z } from '@corvane/shared/lib/zod';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { queryClientForSession } from '../../app/session-query-client.ts';
import { Shown } from '../../lib/shown.ts';
import { inputNamed, lateAnswer, type Mounted, mount, press, type, untilText } from '../../testing/mount.tsx';
import { RoutedHost } from '../../testing/routed-host.tsx';
import { PortalDialog } from '../dialogs/portal-dialog.tsx';
import { ConflictForm, TextField } from './conflict-form.tsx';
import { useConflictForm } from './use-conflict-form.ts';

let mounted: Mounted;
let host: RoutedHost;
let save = lateAnswer();

beforeEach(() => {
  host = new RoutedHost({});
  save = lateAnswer();
});

type Texts = Record<'name' | 'note', string>;

let isTypedAgain = false;
let hasSubjects = false;

function NoteForm() {
  const edit = useConflictForm({
    title: 'Note',
    mutationKey: ['notes', 'change'],
    isTypedAgain,
    ...(hasSubjects ? { subjectOf: ({ name }: Texts) => name } : {}),
    stored: { name: 'Ada', note: 'Stored' },
    valuesOf: (texts) => texts,
    schemaFor: () => z.object({ name: z.string(), note: z.string() }),
    save: () => save.handler() as Promise<{ words: string; stored?: Texts } | null>,
    refusalOf: (answer) => answer,
    failureWords: () => 'It failed.',
    onSaved: () => {},
    onClose: () => {},
  });
  return (
    <ConflictForm edit={edit} note={<p>{edit.conflict?.words}</p>}>
      <TextField edit={edit} name="name" label="Name" />
      <TextField edit={edit} name="note" label="Note" rows={2} />
      <button type="submit">Save</button>
    </ConflictForm>
  );
}

const page = (isShown: boolean) => (
  <host.Provider>
    <QueryClientProvider client={queryClientForSession('test')}>
      <OwnerRoot owner="portal">
        <Shown value={isShown}>
          <PortalDialog title="Note" onClose={() => {}}>
            <NoteForm />
          </PortalDialog>
        </Shown>
      </OwnerRoot>
    </QueryClientProvider>
  </host.Provider>
);

async function saveMine(): Promise<HTMLElement> {
  mounted = await mount(page(true));
  await type(document.body, 'note', 'Mine');
  await press(document.body, 'Save');
  return document.body;
}
const texts = () => [inputNamed(document.body, 'name').value, inputNamed(document.body, 'note').value];
const THEIRS = { words: 'Dana was first.', stored: { name: 'Ada King', note: 'Theirs' } };

test('a refusal that arrives while the dialog is hidden is there when it is shown again', async () => {
  const body = await saveMine();
  await mounted.render(page(false));
  await save.give(THEIRS);
  await mounted.render(page(true));
  await untilText(body, 'Dana was first.');
  expect(texts()).toEqual(['Ada King', 'Mine']);
  expect(host.toasts).toEqual([]);
});

test('what was kept for a closed form is shown once, and a success forgets it', async () => {
  await saveMine();
  await mounted.unmount();
  await save.give(THEIRS);
  expect(host.toasts).toMatchObject([{ title: 'Note', tone: 'error' }]);
  mounted = await mount(page(true));
  expect(texts()).toEqual(['Ada King', 'Mine']);
  await mounted.unmount();
  mounted = await mount(page(true));
  expect(texts()).toEqual(['Ada', 'Stored']);
});

test('what proves the intent has to be typed again after the dialog was closed', async () => {
  isTypedAgain = true;
  await saveMine();
  await mounted.unmount();
  await save.give(THEIRS);
  expect(host.toasts).toMatchObject([{ title: 'Note', description: 'Dana was first.' }]);
  mounted = await mount(page(true));
  expect(texts()).toEqual(['Ada King', 'Theirs']);
  isTypedAgain = false;
});

/** Regression: the page after the session named the customer, and promised a text that was gone. */
test('a save that ends with the session says nothing after it', async () => {
  await saveMine();
  await mounted.unmount();
  await save.give(Promise.reject(new ApiError('unauthenticated', 'Your session has ended')));
  expect(host.toasts).toEqual([]);
  mounted = await mount(page(true));
});

/** Regression: the field was marked again, and its error hid the newer one. */
test("the server's error of a field ends with the next save", async () => {
  const body = await saveMine();
  const wrong = new ApiError('invalid_request', 'Wrong', { fields: { 'after.note': 'Not like this' } });
  await save.give(Promise.reject(wrong));
  await untilText(body, 'Not like this');
  await press(body, 'Save');
  await save.give(Promise.reject(new Error('offline')));
  await untilText(body, 'It failed.');
  await mounted.render(page(false));
  await mounted.render(page(true));
  expect(body.textContent).toContain('It failed.');
  expect(body.textContent).not.toContain('Not like this');
});

test('what is typed while the network is gone is saved when it is back', async () => {
  const body = await saveMine();
  await save.give(Promise.reject(new Error('offline')));
  await untilText(body, 'It failed.');
  await type(body, 'name', 'Ada Byron');
  await press(body, 'Save');
  expect(body.textContent).not.toContain('It failed.');
  await save.give(null);
  expect(texts()).toEqual(['Ada Byron', 'Mine']);
});

/** Regression: two new representatives, both refused after the form was closed, left the text of one. */
test('a form of several subjects keeps the text of each, and a success forgets its own alone', async () => {
  hasSubjects = true;
  async function saveClosed(name: string, answerOf: () => unknown) {
    mounted = await mount(page(true));
    await type(document.body, 'name', name);
    await press(document.body, 'Save');
    const { give } = save;
    save = lateAnswer();
    await mounted.unmount();
    return () => give(answerOf());
  }
  const offline = () => Promise.reject(new Error('offline'));
  const ends = [
    await saveClosed('Ada King', offline),
    await saveClosed('Grace', offline),
    await saveClosed('Mary', () => null),
  ];
  for (const end of ends) await end();
  for (const name of ['Ada King', 'Grace', 'Ada']) {
    mounted = await mount(page(true));
    expect(texts()[0]).toBe(name);
    await mounted.unmount();
  }
  mounted = await mount(page(true));
  hasSubjects = false;
});
