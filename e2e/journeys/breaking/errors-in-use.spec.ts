import { sampleOf } from '@corvane/tools/machine/sample';
import { expect, test } from '../../browser.ts';
import {
  DRAWS_ANOTHER_TEXT,
  faultyBuild,
  THROWS_AFTER_SIGN_IN,
  THROWS_IN_A_DIALOG,
  THROWS_IN_A_TAB,
  THROWS_IN_THE_LINK_DIALOG,
  THROWS_IN_THE_TABLE,
} from '../../faults/planted-faults.ts';
import { oneRunIn } from '../../in-turn.ts';
import { openPortal } from '../../portal/portal.ts';
import { health, releaseQuickly, runRelease } from '../../site/releases.ts';

const FAULTS = [
  {
    what: 'throws right after sign-in',
    fault: THROWS_AFTER_SIGN_IN,
    named:
      /Not released: \/sales-portal(\/operations)? throws ".*planted after sign-in" in PortalFrame, portal\/src\/routes\/sales-portal\/portal-frame\.tsx:\d+/,
  },
  {
    what: 'throws when a tab is opened',
    fault: THROWS_IN_A_TAB,
    named:
      /Not released: \/sales-portal after "Customers" throws ".*planted in a tab" in \w+, portal\/src\/features\/customers\/\S+:\d+/,
  },
  {
    what: 'throws when its table is sorted',
    fault: THROWS_IN_THE_TABLE,
    named:
      /Not released: \/sales-portal after ".+" throws ".*planted in the table" in Head, portal\/src\/ui\/tables\/data-table\.tsx:\d+/,
  },
  {
    what: 'throws when a dialog opens',
    fault: THROWS_IN_A_DIALOG,
    named:
      /Not released: \/sales-portal after ".+" throws ".*planted in a dialog" in AccountDialog, portal\/src\/features\/account\/account-dialog\.tsx:\d+/,
  },
  {
    what: "throws when a customer's link is opened",
    fault: THROWS_IN_THE_LINK_DIALOG,
    named:
      /Not released: \/, opened by a customer's link, throws ".*planted in the dialog of a link" in AccessTokenDialog, host\/src\/sign-in\/access-token-dialog\.tsx:\d+/,
  },
  {
    what: 'renders a different text than the server',
    fault: DRAWS_ANOTHER_TEXT,
    named:
      /Not released: \/\S* looks different in the browser than from the server in PlansSection, marketing\/src\/sections\/plans\/plans-section\.tsx:\d+: the server wrote "Four plans, side by side\.", the browser "Four plans in a row\."/,
  },
];

for (const { what, fault, named } of sampleOf('planted faults', FAULTS, 6)) {
  test(`a ${fault.app} that ${what} is not released, and the error contains component and line`, async () => {
    test.setTimeout(600_000);
    const before = (await health()).versions;
    const build = await faultyBuild(fault);
    await expect(runRelease(fault.app, '--build', build)).rejects.toThrow(named);
    expect((await health()).versions).toEqual(before);
  });
}

test('a preview that fails is not published @deep', async () => {
  test.setTimeout(600_000);
  const build = await faultyBuild(THROWS_AFTER_SIGN_IN);
  await expect(runRelease('portal', '--build', build, '--preview')).rejects.toThrow('planted after sign-in');
});

test.describe('a tab that throws on the live site', () => {
  test.use({ allowProblems: /planted/ });

  test(`fails alone, is reported without its text, is counted, and is shown with source lines${oneRunIn(4, 'throwing tab')}`, async ({
    page,
  }) => {
    test.setTimeout(600_000);
    await releaseQuickly('portal', await faultyBuild(THROWS_IN_A_TAB));
    const { portal } = (await health()).versions;
    await openPortal(page);
    // Playwright can read a beacon's body only if a route handles it.
    await page.route('**/functions/v1/record-site-events', (route) => route.continue());
    const told = page.waitForRequest((request) => request.postData()?.includes('page-error') === true);
    await page.getByRole('tab', { name: /^Customers/ }).click();
    await expect(page.getByText('An error stopped this tab. Your connection is fine.')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
    const body = (await told).postData() ?? '';
    expect(body).toContain('"kind":"page-error","application":"portal"');
    expect(body).not.toContain('planted');

    await page.getByRole('tab', { name: 'My Commissions' }).click();
    // A month that has just begun has no sales.
    await page.getByRole('button', { name: 'All time' }).click();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expect
      .poll(() => runRelease('errors', 'portal'))
      .toMatch(
        new RegExp(`1 x TypeError, while drawing: portal ${portal}[^]*portal/src/features/customers/`),
      );
    expect(await runRelease('stats')).toMatch(new RegExp(`portal +${portal} +live .*[1-9]`));
    await runRelease('rollback', 'portal');
  });
});
