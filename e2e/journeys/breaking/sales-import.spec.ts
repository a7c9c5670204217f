import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { expect, signInAsRep, test } from '../../browser.ts';
import { addRep, OPS_SCRIPT, runOps } from '../../ops.ts';
import { readRows } from '../../stack.ts';

const ROWS = 24_000;
const HEADER =
  'id,rep_email,lead_email,sale_date,product_name,billing_frequency,sale_amount,commission,cancelled_at';

const idOf = (n: number, run: string) => `${run}-4000-8000-${String(n).padStart(12, '0')}`;

test('sales-ops imports a file: a stopped import leaves nothing, and the rep sees the sales of a complete import @deep', async ({
  page,
}, testInfo) => {
  const rep = await addRep('Ines Import');
  const run = crypto.randomUUID().slice(0, 13);
  const file = testInfo.outputPath('sales.csv');
  const lines = Array.from({ length: ROWS }, (_, n) => {
    const day = new Date(Date.UTC(2024, 0, 1 + (n % 700))).toISOString().slice(0, 10);
    return `${idOf(n, run)},${rep.email},,${day},Moonshot,monthly,${(n % 900) + 0.1},${(n % 70) + 0.01},`;
  });
  await writeFile(file, [HEADER, ...lines].join('\n'));

  const stopped = await stopAfterFirstProgress(file);
  expect(stopped.said).toContain('Stopped by SIGINT. Run the command again: what was done is not done twice');
  expect(stopped.exitCode).toBe(1);
  expect(await readRows('sales_records', { sales_rep_id: rep.id }, 'limit 1')).toEqual([]);

  await page.goto('/');
  await signInAsRep(page, rep.salesId);
  await page.goto('/sales-portal?tab=commissions&range=all');
  await expect(page.getByText('No sales data available yet.')).toBeVisible();

  expect(await runOps('sales', 'import', file)).toContain(
    '24,000 sales: 24,000 new, 0 changed, 0 unchanged.',
  );
  await page.reload();
  const total = lines.reduce((cents, _, n) => cents + (n % 900) * 100 + 10, 0);
  const foot = page.getByRole('table').locator('tfoot').getByRole('row').first();
  await expect(foot).toContainText('24,000');
  await expect(foot).toContainText(
    (total / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' }),
  );

  expect(await runOps('sales', 'import', file)).toContain(
    '24,000 sales: 0 new, 0 changed, 24,000 unchanged.',
  );
});

/** Presses Ctrl-C as soon as the command reports progress. */
async function stopAfterFirstProgress(file: string): Promise<{ exitCode: number | null; said: string }> {
  const command = spawn(process.execPath, [OPS_SCRIPT, 'sales', 'import', file]);
  let said = '';
  const listen = (chunk: Buffer) => {
    said += chunk.toString();
    if (!command.killed && said.includes('rows read')) command.kill('SIGINT');
  };
  command.stdout.on('data', listen);
  command.stderr.on('data', listen);
  const exitCode = await new Promise<number | null>((resolve) => command.once('close', resolve));
  return { exitCode, said };
}
