import { expect, type Locator, type Page } from '@playwright/test';
import { readRows } from '../stack.ts';
import { mailedCode } from './portal.ts';

export interface Details {
  email: string;
  name: string;
  company: string;
}

/** The Qualify tab of one page. */
export class QualifyForm {
  readonly email: Locator;
  readonly send: Locator;
  readonly code: Locator;
  readonly verify: Locator;
  readonly resend: Locator;
  readonly link: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.email = page.getByLabel('Customer email*', { exact: true });
    this.send = page.getByRole('button', { name: 'Send Verification Code' });
    this.code = page.getByLabel('6-digit code', { exact: true });
    this.verify = page.getByRole('button', { name: 'Verify & Generate Link' });
    this.resend = page.getByRole('button', { name: /^Resend code/ });
    this.link = page.getByRole('textbox', { name: 'Access link' });
  }

  async fill({ email, name, company }: Details): Promise<void> {
    await this.email.fill(email);
    await this.#page.getByLabel('Customer name', { exact: true }).fill(name);
    await this.#page.getByRole('textbox', { name: 'Company' }).fill(company);
  }

  async expectKept({ email, name, company }: Details): Promise<void> {
    await expect(this.email).toHaveValue(email);
    await expect(this.#page.getByLabel('Customer name', { exact: true })).toHaveValue(name);
    await expect(this.#page.getByRole('textbox', { name: 'Company' })).toHaveValue(company);
  }

  /** @returns the mailed code */
  async sendCode(details: Details): Promise<string> {
    await this.fill(details);
    await this.send.click();
    await expect(this.code).toBeFocused();
    return this.mailedCode(details);
  }

  mailedCode({ email }: Details): Promise<string> {
    return mailedCode(email);
  }

  async enter(code: string): Promise<void> {
    await this.code.fill(code);
    await this.verify.click();
  }

  /**
   * Expects that the server refuses a code. The page shows this and keeps the typed text, and the next digits replace
   * it.
   */
  async expectRefused(code: string, details: Details, words: string): Promise<void> {
    const answer = this.#page.waitForResponse('**/functions/v1/issue-access-link');
    await this.enter(code);
    expect((await answer).status()).toBe(400);
    await expect(this.#page.getByText('Invalid Code').first()).toBeVisible();
    await expect(this.code).toHaveAccessibleDescription(new RegExp(words));
    await expect(this.code).toHaveValue(code);
    await expect(this.code).toBeFocused();
    expect(await this.code.evaluate((field: HTMLInputElement) => field.selectionEnd)).toBe(6);
    await this.expectKept(details);
  }
}

/** Number of links issued for an address, according to the audit trail. */
export async function linksMadeFor(email: string): Promise<number> {
  const customers = await readRows('qualified_leads', { email });
  if (customers.length === 0) return 0;
  return (await eventsOf(String(customers[0]?.id), 'link_issued')).length;
}

/** The events of a customer in the audit trail. */
export function eventsOf(customerId: string, event: string): Promise<Record<string, unknown>[]> {
  return readRows('audit_events', { qualified_lead_id: customerId, event: event });
}
