import type { Page } from '@playwright/test';
import type { PageActivity } from './page-activity.ts';

/** Maximum number of controls to use on one page. */
const MAX_PRESSES = 150;

/**
 * Uses a page as a person would who tries everything: fills in its fields, presses each of its buttons and tabs, and
 * closes the dialogs that open. Of rows that are alike the first stands for all. Links are not followed, because every
 * page is opened anyway.
 * @param isDone asked after each step, told what was done last: true ends it.
 */
export async function usePage(
  page: Page,
  activity: PageActivity,
  isDone: (step: string) => Promise<boolean>,
): Promise<void> {
  const pressed: string[] = [];
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    // Nothing to wait for when nothing was filled in: what came before has settled.
    if (await page.evaluate(fillFields)) await activity.settle();
    const address = page.url();
    const control = await page.evaluate(pressNext, pressed);
    if (control === null) return;
    pressed.push(control.key);
    if (control.name === 'Escape') await page.keyboard.press('Escape');
    await activity.settle().catch(() => {
      // It led to another page, which begins to load.
    });
    if (await isDone(control.name)) return;
    if (new URL(page.url()).pathname === new URL(address).pathname) continue;
    // Back to where it was pressed, its tab too: what is in that tab still waits.
    await page.goto(address);
    await activity.settle();
  }
}

/** Runs in the page: text for every empty field that is in sight. @returns whether there was one. */
function fillFields(): boolean {
  let isFilled = false;
  const texts: Record<string, string> = {
    email: 'release-test@corvane.example',
    date: '2026-01-15',
    number: '1',
    tel: '+1 555 0100',
  };
  for (const field of document.querySelectorAll<HTMLInputElement>('#main input, [role="dialog"] input')) {
    const isText = ['text', 'email', 'tel', 'number', 'date', 'search'].includes(field.type);
    if (!isText || field.value !== '' || field.disabled || field.readOnly || !field.checkVisibility())
      continue;
    const text = field.inputMode === 'numeric' ? '123456' : (texts[field.type] ?? 'Release test');
    // As React hears it.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
    isFilled = true;
  }
  return isFilled;
}

/** Runs in the page: presses a control that was not pressed yet. @returns null when there is none. */
function pressNext(pressed: readonly string[]): { key: string; name: string } | null {
  const isInSight = (element: Element) =>
    element.checkVisibility() && element.closest('[inert], [aria-hidden="true"]') === null;
  const nameOf = (element: Element | undefined) =>
    (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim().slice(0, 60);
  const all = (selector: string, scope: ParentNode) =>
    [...scope.querySelectorAll(selector)].filter(isInSight);
  const dialog = all('[role="dialog"], [role="alertdialog"], dialog[open]', document).at(-1);
  const main = document.getElementById('main');
  const scope = dialog ?? main;
  if (scope === null) return null;
  const tab = nameOf(all('[role="tab"][aria-selected="true"]', scope)[0]);
  // What stands beside the tabs is the same in each of them.
  const partOf = (control: Element) =>
    dialog !== undefined ? 'dialog' : control.closest('[role="tabpanel"]') === null ? '' : tab;
  const isFirstOfItsKind = (element: Element) => {
    const row = element.closest('tbody tr, li');
    return row === null || row.previousElementSibling === null;
  };
  const controls = all('button:not([role="tab"]), summary', scope).filter(isFirstOfItsKind);
  // A tab last: what it hides would never be pressed.
  for (const control of [...controls, ...all('[role="tab"]', scope)]) {
    const name = nameOf(control);
    const key = `${partOf(control)} > ${name}`;
    const isOff = (control as HTMLButtonElement).disabled || control.getAttribute('aria-disabled') === 'true';
    if (isOff || pressed.includes(key)) continue;
    (control as HTMLElement).click();
    return { key, name };
  }
  const leave = `Escape ${pressed.length}`;
  return dialog === undefined ? null : { key: leave, name: 'Escape' };
}
