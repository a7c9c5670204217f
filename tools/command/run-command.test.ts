import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const MODULE = JSON.stringify(new URL('run-command.ts', import.meta.url).href);

/** Runs a command whose reader closes the output after the first piece. */
async function readFirst(main: string): Promise<{ said: string; code: unknown }> {
  const script = `import { runCommand } from ${MODULE}; runCommand(async () => { ${main} });`;
  const command = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'pipe' });
  command.stdout.once('data', () => command.stdout.destroy());
  const [said, [code]] = await Promise.all([text(command.stderr), once(command, 'close')]);
  return { said, code };
}

const WAIT = 'const { setTimeout: wait } = await import("node:timers/promises");';

/** Regression: the stack of an unhandled EPIPE followed what `head` had shown. */
test.each([
  ['lines', `${WAIT} for (let n = 0; n < 50; n++) { console.log(n); await wait(5); }`],
  [
    'a stream',
    `const { pipeline } = await import("node:stream/promises"); const parts = async function* () { ${WAIT} for (let n = 0; n < 50; n++) { yield n + " "; await wait(5); } }; await pipeline(parts(), process.stdout, { end: false });`,
  ],
])('a reader that ends early gets %s and no error', async (_, main) => {
  expect(await readFirst(main)).toEqual({ said: '', code: 0 });
});

test('the work goes on after the reader has ended', async () => {
  const main = `${WAIT} for (let n = 0; n < 20; n++) { console.log(n); await wait(10); } console.error("done");`;
  expect(await readFirst(main)).toEqual({ said: 'done\n', code: 0 });
});

test('any other failure is told', async () => {
  const { said, code } = await readFirst('throw new Error("broken")');
  expect([code, said]).toEqual([1, expect.stringContaining('Error: broken')]);
});

test('a broken pipe to another program is told', async () => {
  const { said, code } = await readFirst(
    'throw Object.assign(new Error("write EPIPE"), { code: "EPIPE", syscall: "write" })',
  );
  expect([code, said]).toEqual([1, expect.stringContaining('write EPIPE')]);
});
