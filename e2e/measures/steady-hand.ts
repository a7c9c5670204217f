import type { CDPSession, Locator } from '@playwright/test';

const EVERY_MS = 100;

/** Does something every 100 ms, whether or not the page has answered, until a promise settles. @returns how often */
async function repeat(act: (time: number) => Promise<unknown>[], until: Promise<unknown>): Promise<number> {
  const acts: Promise<unknown>[] = [];
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  let times = 0;
  for (; !isOver; times += 1) {
    acts.push(...act(times));
    await Promise.race([over, new Promise((next) => setTimeout(next, EVERY_MS))]);
  }
  // A page that was left no longer answers.
  await Promise.allSettled(acts);
  return times;
}

/** Clicks a place every 100 ms. What moves from there is missed, as by a hand. @returns the number of clicks */
export async function clickSteadily(
  devTools: CDPSession,
  target: Locator,
  until: Promise<unknown>,
): Promise<number> {
  const { x, y } = await target.evaluate(async (element) => {
    const frame = () => new Promise((painted) => requestAnimationFrame(painted));
    const show = () => element.scrollIntoView({ block: 'center', behavior: 'instant' });
    while (document.readyState === 'loading') await frame();
    show();
    // Sections that come near the screen are laid out in the next frame.
    for (let count = 0; count < 3; count += 1) await frame();
    show();
    await frame();
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  const press = (type: 'mousePressed' | 'mouseReleased') =>
    devTools.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
  return repeat(() => [press('mousePressed'), press('mouseReleased')], until);
}

/** Types a letter every 100 ms into what has the focus. @returns the typed text */
export async function typeSteadily(devTools: CDPSession, until: Promise<unknown>): Promise<string> {
  const letter = (time: number) => String.fromCharCode(97 + (time % 26));
  const count = await repeat((time) => {
    const text = letter(time);
    return [
      devTools.send('Input.dispatchKeyEvent', { type: 'keyDown', key: text, text }),
      devTools.send('Input.dispatchKeyEvent', { type: 'keyUp', key: text }),
    ];
  }, until);
  return Array.from({ length: count }, (_, time) => letter(time)).join('');
}
