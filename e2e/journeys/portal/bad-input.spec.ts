import { randomUUID } from 'node:crypto';
import { CODE_MAX_ATTEMPTS } from '@corvane/shared/contracts/backend/terms';
import { sampleOf } from '@corvane/tools/machine/sample';
import { expect, hydrated, idle, test, watchRequests } from '../../browser.ts';
import { oneRunIn } from '../../in-turn.ts';
import { addCustomer, callProcedure, openPortalAs, ownRep } from '../../portal/own-rep.ts';
import { strangerPage } from '../../portal/portal.ts';
import { type Details, linksMadeFor, QualifyForm } from '../../portal/qualify-form.ts';
import { mailsAbout, queryDatabase, readRows } from '../../stack.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const DRAFT = 'portal:qualification-draft';
const INCORRECT = 'The verification code is incorrect';
const ANOTHER_REPS =
  'This customer may be with another representative. Please ask your sales operations team.';

const customer = (): Details => ({
  email: `${randomUUID()}@customer.example`,
  name: 'Ada Okoro',
  company: 'Engines Ltd',
});
/** Six digits that differ from the code. */
const wrong = (code: string, n = 1) => String(100_000 + ((Number(code) - 100_000 + n) % 900_000));
const mailsTo = async (email: string) =>
  (await mailsAbout('code')).filter((mail) => JSON.stringify(mail.to).includes(email));

test.describe('codes that open nothing', () => {
  test.use({ allowProblems: /status of 4(00|29)/ });

  test('too many wrong codes void a code and show a message; a new code works, and the old one does not', async ({
    page,
  }) => {
    const details = customer();
    await page.clock.install();
    await openPortalAs(page, await ownRep());
    const form = new QualifyForm(page);
    const first = await form.sendCode(details);
    for (let n = 1; n < CODE_MAX_ATTEMPTS; n += 1)
      await form.expectRefused(wrong(first, n), details, INCORRECT);
    const tooMany = 'Too many attempts. Send a new code.';
    await form.expectRefused(wrong(first, CODE_MAX_ATTEMPTS), details, tooMany);
    await page.reload();
    await form.expectRefused(first, details, tooMany);
    expect(await linksMadeFor(details.email)).toBe(0);

    // Another code may be sent after a pause, by the clocks of the page and of the server.
    await queryDatabase(
      `update private.verification_codes set created_at = created_at - private.code_resend_pause() where email = $1`,
      [details.email],
    );
    await page.clock.fastForward('01:00');
    await expect(form.resend).toHaveText('Resend code');
    await form.resend.click();
    await expect.poll(async () => (await mailsTo(details.email)).length).toBe(2);
    await expect(form.code).toHaveValue('');
    await form.expectRefused(first, details, INCORRECT);
    const second = /\b\d{6}\b/.exec((await mailsTo(details.email))[0]?.text ?? '')?.[0] ?? '';
    await form.enter(second);
    await expect(form.link).toBeVisible();
    expect(await linksMadeFor(details.email)).toBe(1);
  });

  test(`another customer's code and a used code are refused; the right one still works${oneRunIn(2, 'used code')}`, async ({
    page,
    context,
  }) => {
    const [one, two] = [customer(), customer()];
    await openPortalAs(page, await ownRep());
    const form = new QualifyForm(page);
    const codeOfOne = await form.sendCode(one);
    const draft = await page.evaluate((key) => sessionStorage.getItem(key) ?? '', DRAFT);
    await form.enter(codeOfOne);
    await expect(form.link).toBeVisible();

    // The same code from another browser, without the key that allows a repeat.
    const { verification, ...rest } = JSON.parse(draft);
    expect(verification.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
    const elsewhere = { ...verification, idempotencyKey: randomUUID().replaceAll('-', '') };
    const other = await context.newPage();
    await other.addInitScript(([key, text]) => sessionStorage.setItem(key, text), [
      DRAFT,
      JSON.stringify({ ...rest, verification: elsewhere }),
    ] as const);
    await other.goto('/sales-portal');
    const again = new QualifyForm(other);
    await again.expectRefused(codeOfOne, one, INCORRECT);
    expect(await linksMadeFor(one.email)).toBe(1);
    await other.getByRole('button', { name: 'Change details' }).click();
    await expect(again.email).toBeFocused();
    await again.expectKept(one);

    await page.getByRole('button', { name: 'Qualify another customer' }).click();
    const codeOfTwo = await form.sendCode(two);
    await form.expectRefused(codeOfOne, two, INCORRECT);
    await form.enter(codeOfTwo);
    await expect(form.link).toBeVisible();
    expect(await linksMadeFor(two.email)).toBe(1);
  });

  test('an expired code is refused, and a new one requested too soon says how long to wait', async ({
    page,
  }) => {
    const details = customer();
    await page.clock.install();
    await openPortalAs(page, await ownRep());
    const form = new QualifyForm(page);
    const code = await form.sendCode(details);
    await queryDatabase('update private.verification_codes set expires_at = now() where email = $1', [
      details.email,
    ]);
    await page.clock.fastForward('10:01');
    await form.expectRefused(code, details, INCORRECT);
    await expect(form.resend).toHaveText('Resend code');
    await form.resend.click();
    await expect(page.getByText(/Too many requests\. Please try again in \d+ seconds?\./)).toBeVisible();
    await form.expectKept(details);
    await expect(form.code).toHaveValue(code);
    await page.reload();
    await expect(form.send).toBeVisible();
    await form.expectKept(details);
    expect(await mailsTo(details.email)).toHaveLength(1);
  });
});

test.describe("another representative's customer", () => {
  test.use({ allowProblems: /status of 403/ });

  test('belongs to another representative, who is not named; no mail is sent, and the details stay', async ({
    page,
  }) => {
    const [stored] = await readRows('qualified_leads', { email: 'ingrid.solberg@fjordtech.example' });
    const [other] = await readRows('sales_representatives', { id: stored?.qualified_by });
    const details = { email: String(stored?.email).toUpperCase(), name: 'Ingrid', company: 'Fjordtech AS' };
    await openPortalAs(page, await ownRep());
    const form = new QualifyForm(page);
    await form.fill(details);
    const answer = page.waitForResponse('**/functions/v1/send-verification');
    await form.send.click();
    await expect(page.getByText('Failed to send verification code')).toBeVisible();
    await expect(page.getByText(ANOTHER_REPS)).toBeVisible();
    const told = `${await (await answer).text()} ${await page.locator('body').textContent()}`;
    for (const secret of [other?.name, other?.email, stored?.qualified_by]) {
      expect(told).not.toContain(String(secret));
    }
    // The form spells an address as it is stored, in sight.
    await form.expectKept({ ...details, email: String(stored?.email) });
    await expect(form.send).toBeFocused();
    expect(await mailsTo(String(stored?.email))).toEqual([]);

    const next = customer();
    await form.enter(await form.sendCode(next));
    await expect(form.link).toBeVisible();
  });

  test(`who became another representative's after the code was sent stays with them, and no link is made${oneRunIn(2, 'became another')}`, async ({
    page,
  }) => {
    const [other] = await readRows('sales_representatives', {}, `and email like 'marcus%'`);
    const details = customer();
    await openPortalAs(page, await ownRep());
    const form = new QualifyForm(page);
    const code = await form.sendCode(details);
    await addCustomer(String(other?.id), { email: details.email });
    await form.enter(code);
    await expect(page.getByText('An unexpected error occurred')).toBeVisible();
    await expect(page.getByText(ANOTHER_REPS)).toBeVisible();
    await form.expectKept(details);
    const [stored] = await readRows('qualified_leads', { email: details.email });
    expect(stored?.qualified_by).toBe(other?.id);
    expect(await linksMadeFor(details.email)).toBe(0);
  });
});

test.describe('a link that was revoked, or has expired', () => {
  test.use({ allowProblems: /status of 401/ });

  const LINKS = [
    ['revoked', 3_600_000, true],
    ['ended', -1_000, false],
  ] as const;

  for (const [name, leftMs, isRevoked] of sampleOf('links that ended', LINKS, 2)) {
    test(`${name}: the customer sees whom to ask, and no price is loaded`, async ({ browser }) => {
      const { customerId, token } = await addCustomer((await ownRep()).id, { leftMs });
      if (isRevoked) await callProcedure('revoke_customer_access', { lead_id_param: customerId });
      const page = await strangerPage(browser);
      watchRequests(page);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(`/comparison?access=${token}`);
      const dialog = page.getByRole('dialog', { name: 'Customer Access' });
      await dialog.getByRole('button', { name: 'See prices' }).click();
      const words = 'Invalid or expired access token. Please contact your sales representative.';
      await expect(page.getByText('Authentication Failed')).toBeVisible();
      await expect(dialog.getByText(words)).toBeVisible();
      await expect(dialog.getByLabel('Access token', { exact: true })).toHaveValue(token);
      await expect(dialog.getByLabel('Access token', { exact: true })).toBeFocused();
      await page.keyboard.press('Escape');
      await page.goto('/pricing');
      // Prices would be asked for by scripts, and be shown later.
      await hydrated(page);
      await idle(page);
      await expect(page.getByText('Book a Demo to See Pricing').first()).toBeVisible();
      await expect(page.getByRole('main').getByText(/\$[0-9]/)).toHaveCount(0);
      expect(asked.filter((url) => /get_plan_prices|product_prices/.test(url))).toEqual([]);
      expect(await readRows('pricing_reveals', { qualified_lead_id: customerId })).toEqual([]);
      await page.context().close();
    });
  }
});
