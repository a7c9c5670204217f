import { randomUUID } from 'node:crypto';
import { oneRunIn } from '../../in-turn.ts';
import { addRep } from '../../ops.ts';
import { chooseFile, importingAlone } from '../import-sales.ts';
import { test } from '../manager-test.ts';
import type { Visitor } from '../visitor.ts';

test(`a file of sales is imported, another changes them, and both are undone${oneRunIn(5, 'long journeys', 1)}`, async ({
  manager: { visitor, open, expectAccessible },
}) => {
  test.setTimeout(600_000);
  await importingAlone(() => importAndUndo(visitor, open, expectAccessible));
});

/** Below it are the same imports of the other engines. */
const NEWEST = '[aria-labelledby=portal-imports-heading] li:first-child';

async function importAndUndo(
  visitor: Visitor,
  open: (query: string) => Promise<void>,
  expectAccessible: (state: string) => Promise<void>,
): Promise<void> {
  const { email } = await addRep(`Iris ${randomUUID().slice(0, 8)}`);
  const [first, second] = [randomUUID(), randomUUID()];
  const sale = (id: string, commission: string) =>
    `${id},${email},2026-11-20,Moonshot,monthly,4000.00,${commission},`;
  await open('?tab=team');
  await visitor.seesAll();
  await visitor.click('Import sales');
  await visitor.sees('CSV file: choose it, or drop it here');
  await chooseFile(visitor, [sale(first, '320.00'), sale(second, '320,00 €')]);
  await visitor.sees('1 problem, so nothing was imported. Correct the file and choose it again.');
  await chooseFile(visitor, [sale(first, '320.00'), sale(second, '320.00')]);
  await visitor.sees('2 sales in the file: 2 new, 0 changed, 0 unchanged.');
  await visitor.click('Import 2 sales');
  await visitor.seesNoDialog();
  await visitor.canClick('2 new and 0 changed', NEWEST);

  await visitor.click('Import sales');
  await visitor.sees('CSV file: choose it, or drop it here');
  await chooseFile(visitor, [sale(first, '320.00'), sale(second, '400.00')]);
  await visitor.sees('Line 3: commission 320.00 → 400.00');
  await expectAccessible('an import');
  await visitor.click('Import 1 sale');
  await visitor.seesNoDialog();
  await visitor.canClick('0 new and 1 changed', NEWEST);

  for (const told of ['0 removed, 1 as before.', '2 removed, 0 as before.']) {
    await visitor.click('Undo');
    await visitor.sees('Undo this import?');
    await visitor.click('Undo the import');
    await visitor.seesNoDialog();
    await visitor.sees(told);
    // Until then the row offers to undo it again, which answers the same.
    await visitor.hasFetchedAll();
  }
}
