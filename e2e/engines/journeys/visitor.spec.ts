import { randomUUID } from 'node:crypto';
import { CONTACT_MIN_MS } from '@corvane/shared/contracts/backend/contact/contact';
import { oneRunIn } from '../../in-turn.ts';
import { mailsAbout, readRows } from '../../stack.ts';
import { expect, PHONE_PX, test } from '../engine-test.ts';
import { until } from '../until.ts';

test(`a visitor's request makes one row and one mail to the team${oneRunIn(3, 'request in engines')}`, async ({
  newVisitor,
}) => {
  const visitor = await newVisitor();
  const company = `Engines ${randomUUID()}`;
  await visitor.open('/contact');
  await visitor.fill('Full Name*', 'Ada Lovelace');
  await visitor.fill('Email Address*', `${randomUUID()}@lovelace.example`);
  await visitor.fill('Company*', company);
  await visitor.fill('Message (Optional)', 'Please call me.');
  // A person reads before they send. The site quarantines faster requests.
  await until('time to read', () =>
    visitor.driver.evaluate((ms) => performance.now() > ms, 2 * CONTACT_MIN_MS),
  );
  await visitor.click('Send message');
  await visitor.sees('thank you');
  const rows = await readRows('contact_submissions', { company });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ first_name: 'Ada', message: 'Please call me.', quarantined_at: null });
  await until('the mail to the team', async () => (await mailsAbout(company)).length === 1);
});

for (const [opener, title] of [
  ['Partner Program', 'Partner Program'],
  ['Enter access token', 'Customer Access'],
] as const) {
  test(`the dialog behind "${opener}" opens by keyboard and by mouse; Escape returns the focus${oneRunIn(3, opener)}`, async ({
    visitor,
  }) => {
    await visitor.open('/');
    await visitor.tabTo(opener);
    await visitor.press('Enter');
    await visitor.seesDialog(title);
    await visitor.press('Escape');
    await visitor.seesNoDialog();
    await visitor.hasFocusOn(opener);

    await visitor.click(opener);
    await visitor.seesDialog(title);
    await visitor.press('Escape');
    await visitor.seesNoDialog();
    await visitor.hasFocusOn(opener);
  });
}

test(`Escape returns the focus to a button that a click did not focus, as in Safari on macOS${oneRunIn(3, 'unfocused button')}`, async ({
  visitor,
}) => {
  await visitor.open('/');
  await visitor.focusesNothingOnClick();
  await visitor.click('Partner Program');
  await visitor.seesDialog('Partner Program');
  await visitor.press('Escape');
  await visitor.seesNoDialog();
  await visitor.hasFocusOn('Partner Program');
});

test.describe('on a phone', () => {
  test(`the menu opens by keyboard; Escape closes it and returns the focus${oneRunIn(3, 'menu by keyboard')}`, async ({
    visitor,
  }) => {
    await visitor.resize(PHONE_PX);
    await visitor.open('/');
    await visitor.tabTo('Menu');
    await visitor.press('Enter');
    await visitor.canClick('Compare Plans', MENU);
    await visitor.press('Escape');
    await visitor.cannotSee('Compare Plans', MENU);
    await visitor.hasFocusOn('Menu');
  });

  test(`Escape closes the menu that a click opened without focusing it, as in Safari on macOS${oneRunIn(3, 'menu by click')}`, async ({
    visitor,
  }) => {
    await visitor.resize(PHONE_PX);
    await visitor.open('/');
    await visitor.focusesNothingOnClick();
    await visitor.click('Menu');
    await visitor.canClick('Compare Plans', MENU);
    await visitor.press('Escape');
    await visitor.cannotSee('Compare Plans', MENU);
    await visitor.hasFocusOn('Menu');
  });

  test(`a click on the text of a menu link opens its page${oneRunIn(3, 'menu link')}`, async ({
    visitor,
  }) => {
    await visitor.resize(PHONE_PX);
    await visitor.open('/');
    await visitor.click('Menu');
    await visitor.click('Compare Plans', MENU);
    await visitor.isAt('/comparison');
    await visitor.sees('Compare Our Plans');
  });
});

const MENU = 'nav[aria-label=Menu]';
