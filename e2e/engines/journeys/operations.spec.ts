import { oneRunIn } from '../../in-turn.ts';
import { lostRight, sentCode } from '../../portal-states/operations/operations-access.ts';
import { nothingWaits } from '../../portal-states/operations/operations-today.ts';
import {
  priceConflict,
  pricesAnswer,
  quietPlans,
  scheduledPlans,
} from '../../portal-states/operations/price-answers.ts';
import { repConflict } from '../../portal-states/operations/representatives.ts';
import { conflictWith, requestsPage } from '../../portal-states/request-answers.ts';
import { refusal } from '../answered-calls.ts';
import { test } from '../manager-test.ts';

/* Not in Chromium: journeys/portal/states.spec.ts checks these states and many more there. */

test(`Operations before the code has no violation${oneRunIn(5, 'Operations', 0)}`, async ({ manager }) => {
  const { visitor } = manager;
  const now = new Date().toISOString();
  await visitor.open('/sales-portal');
  await manager.answer({
    get_manager_access: { status: 200, json: { isManager: true, managerUntil: null, now } },
    'send-manager-code': { status: 200, json: sentCode() },
    'check-manager-code': refusal('invalid_request'),
  });
  await visitor.click('Operations');
  await visitor.canClick('Email me a code');
  await manager.expectAccessible('no code was sent');
  await visitor.click('Email me a code');
  await visitor.fill('6-digit code', '123456');
  await manager.expectAccessible('a code is typed');
  await visitor.click('Open Operations');
  await visitor.sees('This code is not right, or no longer works.');
  await manager.expectAccessible('the code is wrong');
});

test(`Today has no violation${oneRunIn(5, 'Operations', 1)}`, async ({ manager }) => {
  const { visitor } = manager;
  // Every tab of Operations asks for it.
  await visitor.open('/sales-portal');
  await manager.openFailing({
    name: 'Operations',
    calls: ['get_operations_today'],
    loading: 'Loading what waits',
    failed: 'Failed to load what waits.',
  });
  await manager.answer({ get_operations_today: { status: 200, json: nothingWaits() } });
  await visitor.click('Try again');
  await visitor.sees('Nothing waits.');
  await manager.expectAccessible('empty');
  await manager.open();
  await visitor.sees('held back');
  await manager.expectAccessible('loaded');
  await visitor.press('?');
  await visitor.seesDialog('Keyboard shortcuts');
  await manager.expectAccessible('shortcuts');

  await manager.open('?waiting=links');
  await manager.openFirstRow();
  await visitor.seesDialog(null);
  await manager.expectAccessible('a link that ends');
});

test(`Requests has no violation${oneRunIn(5, 'Operations', 2)}`, async ({ manager }) => {
  const { visitor, word } = manager;
  await manager.open();
  await manager.openFailing({
    name: 'Requests',
    calls: ['get_contact_requests'],
    loading: 'Loading the requests',
    failed: 'Failed to load the requests.',
  });
  await manager.answer({ get_contact_requests: { status: 200, json: requestsPage([]) } });
  await visitor.click('Try again');
  await visitor.sees('No requests yet.');
  await manager.expectAccessible('empty');
  await manager.open('?tab=requests');
  await visitor.seesAll();
  await visitor.sees('Engines Ltd');
  await manager.expectAccessible('loaded');
  await visitor.fill('Search requests', `${word} nobody`);
  await visitor.sees('No request matches.');
  await manager.expectAccessible('empty search');

  await manager.open(`?tab=requests&find=${word}`);
  await manager.openFirstRow();
  await visitor.seesDialog(`Ada ${word}`);
  await manager.expectAccessible('a request');
  await visitor.fill('Note', 'Call on Monday.');
  await visitor.press('Escape');
  await visitor.sees('Discard what you entered?');
  await manager.expectAccessible('a request that is not saved');
  await visitor.click('Keep editing');
  await manager.answer({ 'change-contact-request': { status: 200, json: conflictWith({ status: 'done' }) } });
  await visitor.click('Save changes');
  await visitor.sees('is kept below, and not saved yet');
  await manager.expectAccessible('a request, conflict');

  await manager.open(`?tab=requests&state=quarantined&find=${word}`);
  await visitor.click('Release');
  await visitor.seesDialog(null);
  await manager.expectAccessible('release asked');
  await manager.answer({ 'change-contact-request': { status: 200, json: conflictWith({ status: 'done' }) } });
  await visitor.click('Release');
  await visitor.sees('Nothing was released.');
  await manager.expectAccessible('release, conflict');
});

test(`Operations without the right any more has no violation${oneRunIn(5, 'Operations', 3)}`, async ({
  manager,
}) => {
  const { visitor, word } = manager;
  await manager.open(`?tab=requests&find=${word}`);
  await manager.openFirstRow();
  await visitor.fill('Note', 'Call on Monday.');
  await manager.answer({
    get_manager_access: { status: 200, json: lostRight() },
    'change-contact-request': refusal('forbidden', 403),
  });
  await visitor.click('Save changes');
  await visitor.sees('Copy what you need before you close this.');
  await manager.expectAccessible('with something typed');
  await visitor.press('Escape');
  await visitor.click('Discard');
  await visitor.sees('You are no longer a manager.');
  await visitor.seesNoDialog();
  await manager.expectAccessible('with nothing typed');
});

test(`Representatives has no violation${oneRunIn(5, 'Operations', 4)}`, async ({ manager }) => {
  const { visitor, word } = manager;
  await manager.open();
  await manager.openFailing({
    name: 'Representatives',
    calls: ['get_reps', 'get_handovers'],
    loading: 'Loading the representatives',
    failed: 'The recent handovers could not be loaded.',
  });
  await visitor.sees('Failed to load the representatives.');

  await manager.open('?tab=representatives');
  await visitor.seesAll();
  await visitor.sees('Recent handovers');
  await manager.expectAccessible('loaded');
  await visitor.click('Undo');
  await visitor.seesDialog(null);
  await manager.expectAccessible('undo asked');
  await manager.closeDialog();
  await visitor.fill('Search representatives', `${word} nobody`);
  await visitor.sees('No representative matches.');
  await manager.expectAccessible('empty search');

  await manager.open(`?tab=representatives&rep-find=robin%20${word}`);
  await visitor.click('Hand over');
  await visitor.sees('All: 1 customer and 1 open request');
  await manager.expectAccessible('handover');
  await manager.closeDialog();
  await manager.openFirstRow();
  await visitor.seesDialog(`Robin ${word}`);
  await visitor.seesAll();
  await manager.expectAccessible('a representative');
  await visitor.click('Disable');
  await visitor.sees(`Disable Robin ${word}?`);
  await manager.expectAccessible('disabling asked');
  await visitor.press('Escape');
  await visitor.click('Edit');
  await visitor.click('Name');
  await visitor.driver.type(' Jr.');
  await manager.answer({ 'change-representative': { status: 200, json: repConflict() } });
  await visitor.click('Save changes');
  await visitor.sees('Stored now:');
  await manager.expectAccessible('edit, conflict');

  await manager.open(`?tab=representatives&rep-find=${word}`);
  await visitor.click('Add a representative');
  await visitor.fill('Name', `Nora ${word}`);
  await visitor.fill('Email', `nora-${word}@journey.example`);
  await manager.expectAccessible('adding');
  await visitor.click('Add');
  await visitor.sees('It is shown only this once.');
  await manager.expectAccessible('sales ID shown once');
});

test(`Prices has no violation${oneRunIn(5, 'Operations', 0)}`, async ({ manager }) => {
  const { visitor } = manager;
  await manager.open();
  await manager.openFailing({
    name: 'Prices',
    calls: ['get_prices'],
    loading: 'Loading the prices',
    failed: 'Failed to load the prices.',
  });
  await manager.answer({ get_prices: { status: 200, json: pricesAnswer([]) } });
  await visitor.click('Try again');
  await visitor.sees('No plans yet.');
  await manager.expectAccessible('empty');
  await manager.open();
  await manager.answer({ get_prices: { status: 200, json: pricesAnswer(scheduledPlans()) } });
  await visitor.click('Prices');
  await visitor.sees('Moonshot');
  await manager.expectAccessible('loaded');
  await visitor.click('Moonshot');
  await visitor.seesDialog('Moonshot');
  await manager.expectAccessible('a plan');
  await manager.closeDialog();
  await visitor.click('Cancel');
  await visitor.seesDialog(null);
  await manager.expectAccessible('cancellation asked');
  const prices = { status: 200, json: pricesAnswer(scheduledPlans()) };
  const cancelConflict = { ...priceConflict(), plan: quietPlans()[2] };
  await manager.answer({ get_prices: prices, 'change-price': { status: 200, json: cancelConflict } });
  await visitor.click('Cancel this price');
  await visitor.sees('There is nothing left to cancel.');
  await manager.expectAccessible('cancellation, conflict');
  await manager.closeDialog();
  await visitor.click('Change');
  await visitor.seesDialog(null);
  await manager.expectAccessible('a change');
  await visitor.click('Monthly');
  await visitor.driver.type('1');
  await visitor.click('Continue');
  await visitor.sees('Set this price');
  await manager.expectAccessible('a change asked');
  await manager.answer({ get_prices: prices, 'change-price': { status: 200, json: priceConflict() } });
  await visitor.click('Set this price');
  await visitor.sees('Nothing was saved.');
  await manager.expectAccessible('a change, conflict');
});

test(`People's data has no violation${oneRunIn(5, 'Operations', 1)}`, async ({ manager }) => {
  const { visitor, word } = manager;
  await manager.open();
  await manager.openFailing({
    name: 'People',
    calls: ['read-people'],
    loading: 'Loading the retention table',
    failed: 'Failed to load the retention table.',
  });
  await visitor.fill('Search people', word);
  await visitor.sees('Failed to load the people.');
  await manager.expectAccessible('people not loaded');

  await manager.open('?tab=people');
  await visitor.seesAll();
  await manager.expectAccessible('loaded');
  await visitor.fill('Search people', `${word} nobody`);
  await visitor.sees('No people found.');
  await manager.expectAccessible('empty search');

  await manager.open('?tab=people');
  await visitor.fill('Search people', `ada-${word}`);
  await visitor.sees('1 found');
  await manager.expectAccessible('found');
  await manager.openFirstRow();
  await visitor.canClick('Erase this person');
  await manager.expectAccessible('a person');
  for (const [opener, state] of [
    ['Correct', 'being corrected'],
    ['Withdraw consent', 'consent asked'],
    ['Erase this person', 'erasure asked'],
  ] as const) {
    await visitor.click(opener);
    await visitor.seesDialog(null);
    await manager.expectAccessible(state);
    await manager.closeDialog();
  }
  await visitor.click('Correct');
  await visitor.click('Name');
  await visitor.driver.type(' King');
  const stored = { name: 'Ada King', company: 'Engines Ltd' };
  await manager.answer({ 'change-person': { status: 200, json: { outcome: 'conflict', stored } } });
  await visitor.click('Save correction');
  await visitor.sees('Someone else changed this first.');
  await manager.expectAccessible('correction, conflict');
});

test(`Audit has no violation${oneRunIn(5, 'Operations', 2)}`, async ({ manager }) => {
  const { visitor, word } = manager;
  await manager.open();
  await manager.openFailing({
    name: 'Audit',
    calls: ['get_audit_trail'],
    loading: 'Loading the trail',
    failed: 'Failed to load the trail.',
  });
  await manager.answer({});
  await visitor.click('Try again');
  // Until the answer arrives, the failure is shown, and nothing says that the trail is loading.
  await visitor.wordsOf('main [data-row-opener]');
  await manager.expectAccessible('loaded');
  await manager.openFirstRow();
  await visitor.seesDialog(null);
  await manager.expectAccessible('a line');
  await manager.closeDialog();
  await visitor.fill('Search for a person', `${word} nobody`);
  await visitor.sees('No representative or customer has this in their name or email.');
  await manager.expectAccessible('nobody found');

  await manager.open('?tab=audit&until=2000-01-01');
  await visitor.sees('No line matches.');
  await manager.expectAccessible('no line matches');
});
