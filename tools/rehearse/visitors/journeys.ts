import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { MailCatcher } from '../../stack/backend/mail/mail-catcher.ts';
import { pricesIn, type RehearsedSite, signIn } from './signed-in-page.ts';

/** With what the site has sent and stored. */
interface WatchedSite extends RehearsedSite {
  mail: Pick<MailCatcher, 'list'>;
  countRequests(company: string): Promise<number>;
}

interface JourneyReport {
  journey: string;
  tookMs: number;
  problem: string | null;
}

interface People {
  repSalesId: string;
  managerSalesId: string;
  managerEmail: string;
}

/** The newest mailed code to an address. */
async function mailedCode(stage: WatchedSite, email: string): Promise<string> {
  let code = '';
  await expect
    .poll(() => {
      const mail = stage.mail.list().find(({ to, text }) => to.includes(email) && /\b\d{6}\b/.test(text));
      code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
      return code;
    })
    .not.toBe('');
  return code;
}

async function newPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

/** People's journeys in a browser over https, one after the other, with the errors that their pages log. */
export async function goOnJourneys(
  stage: WatchedSite,
  browser: Browser,
  people: People,
): Promise<JourneyReport[]> {
  const reports: JourneyReport[] = [];
  const journey = async (name: string, walk: (page: Page) => Promise<void>) => {
    const startedAt = performance.now();
    const page = await newPage(browser);
    const logged: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') logged.push(message.text());
    });
    page.on('pageerror', (error) => logged.push(error.message));
    const problem = await walk(page).then(
      () => (logged.length === 0 ? null : logged.join(' | ')),
      (error: Error) => error.message.split('\n').slice(0, 3).join(' '),
    );
    await page.context().close();
    reports.push({ journey: name, tookMs: Math.round(performance.now() - startedAt), problem });
  };
  const email = `grace-${randomUUID()}@customer.example`;
  let link = '';

  await journey('a representative signs in, sees prices, and qualifies a customer', async (page) => {
    await signIn(page, stage.siteUrl, people.repSalesId);
    await page.goto(`${stage.siteUrl}/sales-portal`);
    await page.getByLabel('Customer email*', { exact: true }).fill(email);
    await page.getByLabel('Customer name', { exact: true }).fill('Grace Hopper');
    await page.getByRole('textbox', { name: 'Company' }).fill('Navy');
    await page.getByRole('button', { name: 'Send Verification Code' }).click();
    await page.getByLabel('6-digit code', { exact: true }).fill(await mailedCode(stage, email));
    await page.getByRole('button', { name: 'Verify & Generate Link' }).click();
    link = await page.getByLabel('Access link', { exact: true }).inputValue();
    expect(link.startsWith(`${stage.siteUrl}/comparison?access=`)).toBe(true);
  });
  await journey('the customer opens the link and sees prices', async (page) => {
    await page.goto(link);
    await page.getByRole('button', { name: 'See prices' }).click();
    await pricesIn(page);
  });
  await journey('a contact request arrives, and the team is mailed', async (page) => {
    const company = `Company ${randomUUID()}`;
    await page.goto(`${stage.siteUrl}/contact`);
    await page.getByLabel('Full Name*', { exact: true }).fill('Ada Lovelace');
    await page.getByLabel('Email Address*', { exact: true }).fill('ada@lovelace.example');
    await page.getByLabel('Company*', { exact: true }).fill(company);
    await page.waitForFunction(() => performance.now() > 4_000);
    await page.getByRole('main').locator('form button[type=submit]').click();
    await expect(page.getByText(/thank you/i).first()).toBeVisible();
    expect(await stage.countRequests(company)).toBe(1);
    await expect.poll(() => stage.mail.list().some(({ text }) => text.includes(company))).toBe(true);
  });
  await journey('a manager opens Operations with a mailed code', async (page) => {
    await signIn(page, stage.siteUrl, people.managerSalesId);
    await page.goto(`${stage.siteUrl}/sales-portal`);
    await page.getByRole('link', { name: 'Operations' }).click();
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await page.getByLabel('6-digit code', { exact: true }).fill(await mailedCode(stage, people.managerEmail));
    await page.getByRole('button', { name: 'Open Operations' }).click();
    await page.getByRole('tab', { name: 'Today' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Today' })).toBeVisible();
  });
  return reports;
}
