import { CONTACT_MIN_MS } from '@corvane/shared/contracts/backend/contact/contact';
import type { Locator, Page } from '@playwright/test';
import { readRows } from './stack.ts';

interface Contact {
  name: string;
  email: string;
  company: string;
}

/** Fills in what the contact form requires. @param form the page or the dialog with the form */
export async function fillContact(form: Page | Locator, { name, email, company }: Contact): Promise<void> {
  await form.getByLabel('Full Name*', { exact: true }).fill(name);
  await form.getByLabel('Email Address*', { exact: true }).fill(email);
  await form.getByLabel('Company*', { exact: true }).fill(company);
}

/** A person reads before sending. The site quarantines faster requests. @param openedMs when the page opened the form */
export async function takenTime(page: Page, openedMs = 0): Promise<void> {
  await page.waitForFunction((ms) => performance.now() > ms, openedMs + 2 * CONTACT_MIN_MS);
}

/** The stored requests of a company. */
export function requestsOf(company: string): Promise<Record<string, unknown>[]> {
  return readRows('contact_submissions', { company });
}
