import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { csvCell, restoreText } from '@corvane/shared/lib/spreadsheet-text';
import { sampleOf } from '@corvane/tools/machine/sample';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { attacked, expectStillAnswering, gateway } from './attack.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const ESCAPE = '\u001b';

/**
 * Each text would forge something in a place that shows it. Forms accept all of them and store one line of plain
 * text, because pasted text often contains such characters. An operator's commands and files accept only text that is
 * already one line.
 */
const HOSTILE: Record<string, { text: string; byOperator: 'taken' | 'refused' }> = {
  'a line of a mail': {
    text: 'Eve\r\nEmail: boss@corvane.example\r\nBcc: x@evil.example',
    byOperator: 'refused',
  },
  'a row of a terminal': {
    text: `Eve${ESCAPE}[2K${ESCAPE}[1A${ESCAPE}]0;title\u0007\u009b31m`,
    byOperator: 'refused',
  },
  'a column and a row of a list': { text: 'Eve\tx\nforged-id\t2026-01-01\tEve', byOperator: 'refused' },
  'a line with other line separators': {
    text: 'Eve\u2028Email: boss@corvane.example\u2029\u0085x\u000b\u000c',
    byOperator: 'refused',
  },
  'the direction of a line': { text: '\u202egnp.exe\u2066 Eve \u200b\u2063', byOperator: 'refused' },
  markup: {
    text: '<script>alert(1)</script><img src=x onerror=alert(1)>"\' onfocus="x',
    byOperator: 'taken',
  },
  'a formula': { text: '=HYPERLINK("https://evil.example";"Eve")', byOperator: 'taken' },
};

/** Characters that must not be in a line that a person reads. */
const FORGING = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** The representative of the demonstration data. */
const REP = 'dana.whitfield@corvane.example';

interface CaughtMail {
  subject: string;
  text: string;
  html: string;
  to: string[];
  id: string;
}
const mails = async () => (await (await gateway.get('/_inbox/messages.json')).json()) as CaughtMail[];

async function ops(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, PORT: String(gateway.port), DATA_DIR: attacked.dataDir };
  return promisify(execFile)(process.execPath, ['operations/ops.ts', ...args, '--yes'], {
    cwd: ROOT,
    env,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

/** The lines of an output. No line may contain a character that could forge another. Tabs separate columns. */
function expectPlainLines(output: string): string[] {
  const lines = output.trimEnd().split('\n');
  for (const line of lines) expect(line.replaceAll('\t', '')).not.toMatch(FORGING);
  return lines;
}

/** Imports a file with one sale of each product. */
async function importProducts(products: readonly string[]) {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'hostile-')), 'in.csv');
  const columns = 'id,rep_email,sale_date,product_name,billing_frequency,sale_amount,commission,cancelled_at';
  const lines = products.map((product) => {
    const quoted = `"${product.replaceAll('"', '""')}"`;
    return `${crypto.randomUUID()},${REP},2026-11-20,${quoted},monthly,1.00,0.10,`;
  });
  await writeFile(file, [columns, ...lines, ''].join('\n'));
  return ops('sales', 'import', file);
}

const token = async () => {
  const answer = await gateway.call('/functions/v1/sign-in-rep', { salesId: 'DEMO-REP-2018' });
  return `Bearer ${((await answer.json()) as { sessionToken: string }).sessionToken}`;
};

describe.each(sampleOf('hostile texts', Object.entries(HOSTILE), 5))(
  'text that would forge %s',
  (_, { text, byOperator }) => {
    test('a contact request shows it as one line of text in the mail and in the inbox', async () => {
      const id = crypto.randomUUID();
      const fields = { name: text, company: text, phone: text.slice(0, 50), jobTitle: text, jobRole: text };
      const answer = await gateway.call('/functions/v1/submit-contact', {
        ...{ ...fields, id, email: 'eve@engine.example', message: text, source: text, tier: text },
        ...{ utm: { source: text }, referrer: 'https://x.example/', formOpenedMs: 5_000 },
      });
      expect(answer.status, await answer.text()).toBe(200);
      const mail = (await mails()).find(
        (one) => one.to.includes('sales@corvane.example') && one.text.includes(id),
      );
      if (mail === undefined) throw new Error('The team was not mailed');
      expect(mail.subject).not.toMatch(FORGING);
      expectPlainLines(mail.text);
      for (const label of ['Name', 'Email', 'Company', 'Phone', 'Job title', 'Reference']) {
        const [facts = ''] = mail.text
          .split(/\n\n(?!Name)/)
          .slice(0, 2)
          .join('\n\n')
          .split(`(${id})`);
        expect([label, facts.match(new RegExp(`^${label}: `, 'gm'))?.length ?? 0]).toEqual([
          label,
          label === 'Reference' || facts.includes(`${label}: `) ? 1 : 0,
        ]);
      }
      for (const html of [
        mail.html,
        await (await gateway.get(`/_inbox/${mail.id}`)).text(),
        await (await gateway.get('/_inbox')).text(),
      ]) {
        expect(html).not.toMatch(/<script|<img|onfocus="x/i);
        expect(html.replaceAll('\n', '')).not.toMatch(FORGING);
      }
    });

    test(`as the name of a representative it is ${byOperator}`, async () => {
      const email = `${crypto.randomUUID()}@engine.example`;
      const { code, output } = await ops('rep', 'add', '--name', text, '--email', email);
      expect([code, output]).toEqual([byOperator === 'taken' ? 0 : 1, expect.any(String)]);
      expectPlainLines(output);
    });

    test('a verification mail and the list of customers show it as text of one line', async () => {
      const email = `${crypto.randomUUID()}@engine.example`;
      const headers = { Authorization: await token(), 'User-Agent': 'Agent (x)' };
      const answer = await gateway.call(
        '/functions/v1/send-verification',
        { email, name: text, company: text },
        headers,
      );
      expect(answer.status, await answer.clone().text()).toBe(200);
      const mail = (await mails()).find(({ to }) => to.includes(email));
      expect(mail?.subject).not.toMatch(FORGING);
      expectPlainLines(mail?.text ?? FORGING.source);
      expect(mail?.html).not.toMatch(/<script|<img/i);
      const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
      const { verificationId } = (await answer.json()) as { verificationId: string };
      const link = await gateway.call('/functions/v1/issue-access-link', { verificationId, code }, headers);
      expect(link.status, await link.text()).toBe(200);
      const found = await gateway.call('/rest/v1/rpc/get_customers', { filter: { search: email } }, headers);
      const { rows } = (await found.json()) as { rows: { name: string; company: string }[] };
      expect(rows).toHaveLength(1);
      expect(`${rows[0]?.name}${rows[0]?.company}`).not.toMatch(FORGING);
    });

    test(`as the product of a sale it is ${byOperator}`, async () => {
      const { code, output } = await importProducts([text]);
      const lines = expectPlainLines(output);
      expect(code, output).toBe(byOperator === 'taken' ? 0 : 1);
      if (byOperator === 'taken') expect(output).toContain('1 sale: 1 new');
      else
        expect(lines[0]).toMatch(
          /^ *line 2: product_name must be one line without control or invisible characters/,
        );
    });
  },
);

test("a quarantined request is one row of the operator's list, with any text", async () => {
  const ids: string[] = [];
  for (const { text } of Object.values(HOSTILE)) {
    const id = crypto.randomUUID();
    const answer = await gateway.call('/functions/v1/submit-contact', {
      ...{ id, name: text, email: 'eve@engine.example', company: text, message: text, formOpenedMs: 1 },
    });
    expect(answer.status, await answer.text()).toBe(200);
    ids.push(id);
  }
  const { code, output } = await ops('requests', 'list', '--quarantined');
  expect(code, output).toBe(0);
  const rows = expectPlainLines(output);
  for (const row of rows) expect(row).toMatch(/^[0-9a-f-]{36}\t\d{4}-/);
  for (const id of ids) expect(rows.filter((row) => row.includes(id))).toHaveLength(1);
});

/** Names that a spreadsheet would run, in the first cell or in a cell that it splits from the name. */
const FORMULAS = ["=cmd|' /C calc'!A0", '+1', '-1', '@x', 'a;=cmd', 'a,=cmd', ' =cmd', '"=cmd"'];

/** Cells that a spreadsheet would run if it splits at any of the three separators, quoted or not. */
function formulasOf(csv: string): string[] {
  const isAmount = (cell: string) => /^-\d+\.\d\d$/.test(cell);
  return csv.split(/\r\n|[,;\t]/).filter((cell) => /^["\s]*[=+\-@]/.test(cell) && !isAmount(cell));
}

test('products that are formulas are accepted, and no cell of an export runs', async () => {
  expect(await importProducts(FORMULAS)).toEqual({
    code: 0,
    output: expect.stringContaining(`${FORMULAS.length} sales: ${FORMULAS.length} new`),
  });
  const out = path.join(await mkdtemp(path.join(tmpdir(), 'hostile-')), 'out.csv');
  const { code, output } = await ops('sales', 'export', '--email', REP, '--out', out);
  expect(code, output).toBe(0);
  const csv = await readFile(out, 'utf8');
  expect(formulasOf(csv)).toEqual([]);
  const rows = parse(csv, { columns: true }) as Record<string, string>[];
  for (const value of rows.flatMap((row) => Object.values(row))) expect(value).not.toMatch(FORGING);
  const products = rows.map((row) => restoreText(row.product_name ?? ''));
  // Exported values are trimmed.
  for (const name of FORMULAS) expect(products).toContain(name.trim());
  await expectStillAnswering();
});

test('a product with a tab before a formula is refused, and runs in no cell of the portal', async () => {
  const { code, output } = await importProducts(['a\t=cmd']);
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('product_name must be one line without control or invisible characters'),
  ]);
  const cells = [...FORMULAS, 'a\t=cmd'].map(csvCell);
  expect(formulasOf(cells.join(','))).toEqual([]);
});

test('a user agent that would forge a line is stored as one line of the audit trail', async () => {
  const answer = await gateway.send(
    `POST /functions/v1/sign-in-rep HTTP/1.1\r\nHost: localhost:${gateway.port}\r\nConnection: close\r\nContent-Type: application/json\r\nUser-Agent: Eve\u009b31m\u0085x\r\nContent-Length: 27\r\n\r\n{"salesId":"DEMO-REP-2018"}`,
  );
  expect([200, 400]).toContain(answer.status);
  const nothing = ['event_param', 'email_param', 'from_param', 'to_param', 'before_line_number_param'];
  const found = await fetch(`${attacked.backendUrl}/rest/v1/rpc/find_audit_events`, {
    method: 'POST',
    headers: { apikey: attacked.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ ...Object.fromEntries(nothing.map((name) => [name, null])), limit_param: 50 }),
  });
  const rows = await found.json();
  expect(rows).not.toHaveLength(0);
  for (const { userAgent } of rows as { userAgent: string | null }[])
    expect(userAgent ?? '').not.toMatch(FORGING);
});
