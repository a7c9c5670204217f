import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

const PORTAL = path.join(WORKSPACE_ROOT, 'portal/src');

/** The form asks by itself. */
const asks = (source: string) => /<(Unsaved|ConflictForm)\s/.test(source);

/**
 * Whether a dialog asks before typed text is lost, and has a button that does not ask. `CloseDialogButton` asks as
 * Escape does.
 */
function discards(source: string): boolean {
  return asks(source) && /<Button[^>]* onClick=\{onClose\}/.test(source);
}

/** Regression: Escape asked, and Cancel beside it discarded everything at once. */
test('no dialog asks at Escape and discards at the press of a button', async () => {
  const dialogs: string[] = [];
  const found: string[] = [];
  for await (const file of glob('**/*.tsx', { cwd: PORTAL })) {
    const source = await readFile(path.join(PORTAL, file), 'utf8');
    if (asks(source)) dialogs.push(file);
    if (discards(source)) found.push(file);
  }
  expect(dialogs.length).toBeGreaterThan(5);
  expect(found).toEqual([]);
});

test('the check sees such a button', () => {
  const form = '<Unsaved when={isTouched} />';
  expect(discards(`${form}<Button className="text-sm" onClick={onClose}>Cancel</Button>`)).toBe(true);
  expect(discards(`${form}<CloseDialogButton className="text-sm">Cancel</CloseDialogButton>`)).toBe(false);
  expect(discards('<ConflictForm edit={edit}><Button onClick={onClose}>Cancel</Button>')).toBe(true);
  expect(discards('<Button onClick={onClose}>Cancel</Button>')).toBe(false);
});
