import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { BROWSER_ARGUMENTS, findQuickBrowser, trustArgument } from '../../machine/find-browser.ts';
import type { CertificateAuthority } from '../stand-ins/certificate-authority.ts';
import { SITE_HOST } from './visitor.ts';

/** What a browser needs of a rehearsal. */
export interface RehearsedSite {
  siteUrl: string;
  authority: CertificateAuthority;
}

/** A tab in which a representative looks at prices while things break. */
export interface SignedInPage {
  /** What is wrong with it after a reload. Null when the prices are there. */
  problem(): Promise<string | null>;
  /** Signs in again, with another sales ID. */
  signIn(salesId: string): Promise<void>;
}

/** A browser that finds the site under its name, and trusts the rehearsal's authority. @param address of a web machine */
export function openBrowser(stage: RehearsedSite, address: string): Promise<Browser> {
  return chromium.launch({
    executablePath: findQuickBrowser(process.env),
    args: [
      ...BROWSER_ARGUMENTS,
      `--host-resolver-rules=MAP ${SITE_HOST} ${address}`,
      trustArgument(stage.authority.file),
    ],
  });
}

export async function signIn(page: Page, siteUrl: string, salesId: string): Promise<void> {
  await page.goto(`${siteUrl}/pricing`);
  const opener = page.getByRole('button', { name: 'Partner Program' });
  await expect
    .poll(() => opener.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__react'))))
    .toBe(true);
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Partner Program' });
  await dialog.getByLabel('Sales ID', { exact: true }).fill(salesId);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/sales-portal');
  await page.goBack();
  await pricesIn(page);
}

/** Waits for prices in sight. */
export async function pricesIn(page: Page): Promise<void> {
  await expect(
    page
      .getByRole('main')
      .getByText(/\$[0-9]/)
      .first(),
  ).toBeVisible({ timeout: 20_000 });
}

export async function openSignedInPage(
  stage: RehearsedSite,
  browser: Browser,
  salesId: string,
): Promise<SignedInPage> {
  const page = await browser.newPage();
  await signIn(page, stage.siteUrl, salesId);
  return {
    signIn: async (next) => {
      await page.context().clearCookies();
      await page.evaluate(() => localStorage.clear());
      await signIn(page, stage.siteUrl, next);
    },
    problem: async () => {
      try {
        await page.reload();
        await pricesIn(page);
        return null;
      } catch (error) {
        const text = await page
          .locator('body')
          .textContent()
          .catch(() => '');
        return `no prices after a reload (${(error as Error).message.split('\n')[0]}): ${(text ?? '').slice(0, 200).replaceAll('\n', ' | ')}`;
      }
    },
  };
}
