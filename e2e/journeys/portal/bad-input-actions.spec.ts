import { randomUUID } from 'node:crypto';
import { ACCESS_LINK_LIFE_SECONDS } from '@corvane/shared/contracts/backend/terms';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { sampleOf } from '@corvane/tools/machine/sample';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../browser.ts';
import { API_FAULTS, Call, FAULT_NOISE, GIVEN_UP_MS } from '../../faults/api-faults.ts';
import { oneRunIn } from '../../in-turn.ts';
import { addCustomer, openLink, openPortalAs, ownRep } from '../../portal/own-rep.ts';
import { eventsOf, linksMadeFor, QualifyForm } from '../../portal/qualify-form.ts';
import { mailsAbout, readRows } from '../../stack.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, allowProblems: FAULT_NOISE });

const NO_SENSE = 'The answer of the server could not be read. Please try again.';
/** The message for each fault, in the order of `API_FAULTS`. */
const WAYS_ON = [
  'The server could not be reached. Check your connection and try again.',
  'Please try again.',
  NO_SENSE,
  'Please try again.',
  NO_SENSE,
] as const;

/**
 * Expects a message with this title and text. It waits until the message has closed, so the next one is recognized.
 */
async function expectToast(page: Page, title: string, words: string): Promise<void> {
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: title });
  await expect(toast).toContainText(words);
  await page.clock.fastForward(6_000);
  await expect(toast).toHaveCount(0);
}

/** Presses a button while its call fails in every way, and then while it never answers. The typed text must stay. */
async function pressThroughFaults(
  page: Page,
  { button, call, title, kept }: { button: Locator; call: Call; title: string; kept(): Promise<void> },
): Promise<void> {
  for (const [index, fault] of API_FAULTS.entries()) {
    call.fail(fault);
    await button.click();
    await expectToast(page, title, WAYS_ON[index] ?? '');
    await kept();
    await expect(button, fault.name).toBeFocused();
  }
  call.hold();
  await button.click();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  // Wait for the request, so this call is the one that times out.
  await expect.poll(() => call.count).toBe(API_FAULTS.length + 1);
  await page.clock.fastForward(GIVEN_UP_MS);
  await expectToast(page, title, 'Please try again.');
  await kept();
  await expect(button).toBeFocused();
  expect(call.count).toBe(API_FAULTS.length + 1);
}

/** Two quick presses while an answer is held make one request, which is answered in the end. */
async function pressTwiceSlowly(button: Locator, call: Call): Promise<void> {
  const before = call.count;
  call.hold();
  await button.dblclick();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  // Do not wait until the button is enabled again.
  await button.click({ force: true });
  call.letGo();
  await expect(button).toBeHidden();
  expect(call.count).toBe(before + 1);
}

test(`qualifying survives every failure of the server: one mail, one customer, one link${oneRunIn(3, 'qualifying survives')}`, async ({
  page,
}) => {
  const details = { email: `${randomUUID()}@customer.example`, name: 'Ida Slow', company: 'Slow & Sons' };
  await page.clock.install();
  const [sending, issuing] = [
    await Call.of(page, 'send-verification'),
    await Call.of(page, 'issue-access-link'),
  ];
  await openPortalAs(page, await ownRep());
  const form = new QualifyForm(page);
  await form.fill(details);
  await pressThroughFaults(page, {
    button: form.send,
    call: sending,
    title: 'Failed to send verification code',
    kept: () => form.expectKept(details),
  });
  await pressTwiceSlowly(form.send, sending);
  const code = await form.mailedCode(details);
  await form.code.fill(code);
  await pressThroughFaults(page, {
    button: form.verify,
    call: issuing,
    title: 'An unexpected error occurred',
    kept: async () => {
      await form.expectKept(details);
      await expect(form.code).toHaveValue(code);
    },
  });
  await pressTwiceSlowly(form.verify, issuing);
  await expect(form.link).toHaveValue(/access=/);
  expect(await linksMadeFor(details.email)).toBe(1);
  expect((await mailsAbout('code')).filter(({ to }) => String(to).includes(details.email))).toHaveLength(1);
});

test.describe('an answer lost after the server executed the call', () => {
  test.use({ allowProblems: /status of 429|net::ERR/ });

  test(`sends no second mail; a repeated request returns the link, also after a reload${oneRunIn(3, 'lost answer')}`, async ({
    page,
  }) => {
    const details = { email: `${randomUUID()}@customer.example`, name: 'Lou Lost', company: '' };
    const [sending, issuing] = [
      await Call.of(page, 'send-verification'),
      await Call.of(page, 'issue-access-link'),
    ];
    await openPortalAs(page, await ownRep());
    const form = new QualifyForm(page);
    await form.fill(details);
    sending.loseAnswers();
    await form.send.click();
    await expect(page.getByText(WAYS_ON[0])).toBeVisible();
    sending.succeed();
    await form.send.click();
    await expect(page.getByText(/Too many requests\. Please try again in \d+ seconds?\./)).toBeVisible();
    await form.expectKept(details);
    expect((await mailsAbout('code')).filter(({ to }) => String(to).includes(details.email))).toHaveLength(1);

    const other = { ...details, email: `${randomUUID()}@customer.example` };
    const code = await form.sendCode(other);
    issuing.loseAnswers();
    await form.enter(code);
    await expect(page.getByText('An unexpected error occurred')).toBeVisible();
    await page.reload();
    await form.enter(code);
    await expect(page.getByText('An unexpected error occurred')).toBeVisible();
    issuing.succeed();
    await form.verify.click();
    await expect(form.link).toHaveValue(/access=/);
    expect(await linksMadeFor(other.email)).toBe(1);
  });
});

const ACTIONS = [
  {
    action: 'Extend',
    confirm: `Extend to ${durationWords(ACCESS_LINK_LIFE_SECONDS)}`,
    done: 'Access extended',
    event: 'link_extended',
  },
  { action: 'Revoke', confirm: 'Revoke access', done: 'Access revoked', event: 'link_revoked' },
];

for (const { action, confirm, done, event } of sampleOf('failing actions', ACTIONS, 2)) {
  test(`${action}: the dialog stays open after every failure, and the action happens once`, async ({
    page,
  }) => {
    const rep = await ownRep();
    const customer = await addCustomer(rep.id);
    await page.clock.install();
    const call = await Call.of(page, `${action.toLowerCase()}-access`);
    const query = `?tab=customers&find=${encodeURIComponent(customer.email)}`;
    await openPortalAs(page, rep, query);
    await page.getByRole('button', { name: `${action} ${customer.name}` }).click();
    const dialog = page.getByRole('dialog');
    const button = dialog.getByRole('button', { name: confirm });
    const unreachable = 'The server cannot be reached. Please try again.';
    const unexpected = 'An unexpected error occurred. Please try again.';
    const words = [unreachable, unexpected, unexpected, unreachable, unexpected];
    for (const [index, fault] of API_FAULTS.entries()) {
      call.fail(fault);
      await button.click();
      await expect.poll(() => call.count).toBe(index + 1);
      await expect(button).not.toHaveAttribute('aria-disabled', /./);
      await expect(dialog.getByRole('alert')).toHaveText(words[index] ?? '');
      await expect(button, fault.name).toBeFocused();
    }
    call.hold();
    await button.click();
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await page.clock.fastForward(GIVEN_UP_MS);
    await expect(dialog.getByRole('alert')).toHaveText(unreachable);
    expect(await eventsOf(customer.customerId, event)).toEqual([]);

    await pressTwiceSlowly(button, call);
    await expect(page.getByText(done)).toBeVisible();
    expect(await eventsOf(customer.customerId, event)).toHaveLength(1);
    await expect(page).toHaveURL(`/sales-portal${query}`);
    const row = page.getByRole('row').filter({ hasText: customer.email });
    await expect(row.getByText(action === 'Extend' ? 'Issued' : 'Revoked')).toBeVisible();
    await expect.poll(() => row.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    const [stored] = await readRows('qualified_leads', { id: customer.customerId });
    expect(stored?.revoked_at === null).toBe(action === 'Extend');
  });
}

test(`a link opened during a server failure is announced afterwards, and the failure is not announced${oneRunIn(3, 'opened during failure')}`, async ({
  page,
}) => {
  const rep = await ownRep();
  const customer = await addCustomer(rep.id);
  await page.clock.install();
  const call = await Call.of(page, 'get_customer_openings');
  await openPortalAs(page, rep);
  await expect.poll(() => call.count).toBeGreaterThan(0);
  /** Lets time pass until the page asks again. */
  const askedAgain = async () => {
    const before = call.count;
    await expect
      .poll(
        async () => {
          if (call.count === before) await page.clock.fastForward(60_001);
          return call.count;
        },
        { intervals: [400] },
      )
      .toBeGreaterThan(before);
  };
  for (const fault of API_FAULTS) {
    call.fail(fault);
    await askedAgain();
  }
  await openLink(customer);
  await askedAgain();
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  call.succeed();
  await askedAgain();
  const told = page.getByText(`Opened: ${customer.name} opened the access link`);
  await expect(told).toHaveCount(1);
  await page.clock.fastForward(6_000);
  await expect(told).toHaveCount(0);
  await askedAgain();
  await expect(told).toHaveCount(0);
});
