import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { runPnpm } from './run-pnpm.ts';
import { judgeAudit, readExceptions } from './vulnerabilities.ts';

const ID = 'GHSA-aaaa-bbbb-cccc';
const exception = { id: ID, reason: 'Only our own input reaches it.', until: '2026-12-31' };

/** What pnpm says of one advisory. */
const audit = (ids: readonly string[]) => ({
  exitCode: ids.length === 0 ? 0 : 1,
  error: '',
  out: JSON.stringify({
    advisories: Object.fromEntries(
      ids.map((id, index) => [
        String(index),
        {
          github_advisory_id: id,
          module_name: 'left-pad',
          severity: 'high',
          title: 'Pads too far',
          findings: [{ version: '1.0.0', paths: ['portal>left-pad'] }],
        },
      ]),
    ),
    metadata: { totalDependencies: 634 },
  }),
});

describe('an audit', () => {
  const LINE = `${ID} (high) left-pad 1.0.0: Pads too far, by portal>left-pad`;

  test('without a known vulnerability is clean', () => {
    const clean = { isChecked: true, packages: 634, failures: [], excepted: [] };
    expect(judgeAudit(audit([]), [], '2026-11-23')).toEqual(clean);
  });

  test('fails for each known vulnerability, and names the package that needs it', () => {
    expect(judgeAudit(audit([ID]), [], '2026-11-23')).toMatchObject({ failures: [LINE], excepted: [] });
  });

  test('passes an excepted one up to its last day, and not after', () => {
    expect(judgeAudit(audit([ID]), [exception], '2026-12-31')).toMatchObject({
      failures: [],
      excepted: [`${LINE}; until 2026-12-31: Only our own input reaches it.`],
    });
    expect(judgeAudit(audit([ID]), [exception], '2027-01-01')).toMatchObject({
      failures: [`${LINE}; its exception ended on 2026-12-31`],
    });
  });

  test('fails for an exception that nothing needs any more', () => {
    expect(judgeAudit(audit([]), [exception], '2026-11-23')).toMatchObject({
      failures: [`${ID} is excepted, and no package has it any more: remove the exception`],
    });
  });

  test.each([
    [
      'a registry that answers no audits',
      { exitCode: 1, out: '', error: 'Error: ERR_PNPM_AUDIT_BAD_RESPONSE' },
    ],
    ['an answer that is none', { exitCode: 0, out: '{}', error: '' }],
    ['a lockfile without packages', { exitCode: 0, out: '{"advisories":{},"metadata":{}}', error: '' }],
  ])('%s counts as not checked, never as clean', (_, answer) => {
    expect(judgeAudit(answer, [], '2026-11-23').isChecked).toBe(false);
  });
});

test.each([
  ['a reason', { ...exception, reason: 'no' }],
  ['a date', { ...exception, until: 'later' }],
  ['an advisory', { ...exception, id: 'CVE-2026-1' }],
  ['no more than that', { ...exception, forever: true }],
])('an exception needs %s', (_, wrong) => {
  expect(readExceptions(JSON.stringify([exception]))).toEqual([exception]);
  expect(() => readExceptions(JSON.stringify([wrong]))).toThrow();
});

test('a vulnerability that the registry tells of is found in our own lockfile', async () => {
  const advisory = {
    id: 1,
    url: `https://github.com/advisories/${ID}`,
    title: 'Checks too little',
    severity: 'low',
    vulnerable_versions: '*',
  };
  const asked: string[] = [];
  const registry = createServer((request, response) => {
    asked.push(request.url ?? '');
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ 'react-dom': [advisory] }));
    });
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = registry.address() as AddressInfo;
    const answer = await runPnpm(['audit', '--json', '--registry', `http://127.0.0.1:${port}/`]);
    expect(judgeAudit(answer, [], '2026-11-23')).toMatchObject({
      isChecked: true,
      failures: [
        expect.stringMatching(`^${ID} \\(low\\) react-dom .*: Checks too little, by \\w+>react-dom$`),
      ],
    });
    expect(asked).toEqual(['/-/npm/v1/security/advisories/bulk']);
  } finally {
    registry.close();
  }
});
