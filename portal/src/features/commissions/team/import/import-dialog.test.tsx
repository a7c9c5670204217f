// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failsWith } from '../../../../testing/fake-host.tsx';
import { lateAnswer, type Mounted, press, pressKey } from '../../../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../../../testing/routed-host.tsx';
import { ImportDialog } from './import-dialog.tsx';

const HEAD =
  'id,rep_email,lead_email,sale_date,product_name,billing_frequency,sale_amount,commission,cancelled_at';
const line = (n: number, changes: { email?: string; date?: string } = {}) =>
  [
    `d0000000-0000-4000-a000-${String(n).padStart(12, '0')}`,
    changes.email ?? 'dana@corvane.example',
    '',
    changes.date ?? '2026-11-20',
    'Moonshot',
    'monthly',
    '4000.00',
    '320.00',
    '',
  ].join(',');
const PREVIEW = {
  outcome: 'previewed',
  added: 1,
  changed: 1,
  first: [{ line: 3, columns: [{ column: 'commission', before: 32_000, after: 40_000 }] }],
};
const COMMITTED = { outcome: 'committed', inserted: 1, updated: 1, unchanged: 0 };

let host: RoutedHost;
let mounted: Mounted;
const onClose = vi.fn();
beforeEach(() => onClose.mockReset());
afterEach(() => vi.useRealTimers());

type Asked = { action: string; rows?: unknown[] };
async function open(answers: Partial<Record<string, (asked: Asked) => unknown>> = {}): Promise<void> {
  const handlers: Handlers = {
    'import-sales': (body) => {
      const asked = body as Asked;
      const answer = {
        begin: () => ({ outcome: 'begun', maxRows: 10_000 }),
        stage: () => ({ outcome: 'staged', problems: [] }),
        preview: () => PREVIEW,
        commit: () => COMMITTED,
        discard: () => ({ outcome: 'discarded' }),
        ...answers,
      }[asked.action] as (asked: Asked) => unknown;
      return answer(asked);
    },
  };
  host = new RoutedHost(handlers);
  mounted = await host.mount(<ImportDialog onClose={onClose} />);
}
const page = () => document.body;
/** Not within `act`, which would hold back what follows the parser's file. */
const untilShown = (words: string) => vi.waitFor(() => expect(page().textContent).toContain(words), 20_000);
const steps = () => host.bodies('import-sales').map((body) => (body as Asked).action);

async function chooseFile(content: BlobPart, name = 'sales.csv'): Promise<void> {
  const input = page().querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('There is no field for a file');
  Object.defineProperty(input, 'files', { configurable: true, value: [new File([content], name)] });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
}

test('a file is read, what it changes is shown, and it is imported after a press', async () => {
  await open();
  await chooseFile(`\uFEFF${HEAD}\r\n${line(1)}\n${line(2)}\n`);
  await untilShown('2 sales in the file: 1 new, 1 changed, 0 unchanged.');
  await untilShown('Line 3: commission 320.00 → 400.00');
  expect(steps()).toEqual(['begin', 'stage', 'preview']);
  await press(page(), 'Import 2 sales');
  await untilShown('Imported: 1 new, 1 changed. You can undo it in Team.');
  expect(onClose).toHaveBeenCalledOnce();
  await mounted.unmount();
  expect(steps()).toEqual(['begin', 'stage', 'preview', 'commit']);
});

test('commissions that differ from the rate are listed by line, and can be imported as they are', async () => {
  const differing = (count: number) => ({
    ...PREVIEW,
    rateDifferences: {
      count,
      first: [
        {
          line: 2,
          productName: 'Moonshot',
          basisPoints: 1_000,
          commissionCents: 32_000,
          expectedCents: 40_000,
        },
      ],
    },
  });
  await open({ preview: () => differing(1) });
  await chooseFile(`${HEAD}\n${line(1)}\n${line(2)}\n`);
  await untilShown('1 commission in the file differs from the rate.');
  await untilShown('Line 2: commission 320.00, but the rate of Moonshot, 10 %, gives 400.00');
  await press(page(), 'Import 2 sales');
  await untilShown('Imported: 1 new, 1 changed. You can undo it in Team.');
  await mounted.unmount();
  await open({ preview: () => differing(1_201) });
  await chooseFile(`${HEAD}\n${line(1)}\n${line(2)}\n`);
  await untilShown('1,201 commissions in the file differ from the rate.');
  await untilShown('And 1,200 more.');
});

test('problems of rows are listed by line, the file is discarded, and a corrected one can be chosen', async () => {
  let problems: unknown[] = [{ line: 2, code: 'unknown_rep', value: 'no@corvane.example' }];
  await open({ stage: () => ({ outcome: 'staged', problems }) });
  await chooseFile(
    `${HEAD}\n${line(1, { email: 'no@corvane.example' })}\n${line(2, { date: '31.12.2026' })}\n`,
  );
  await untilShown('2 problems, so nothing was imported. Correct the file and choose it again.');
  await untilShown('Line 2: rep_email is not a sales representative: "no@corvane.example"');
  await untilShown('Line 3: sale_date must be a calendar day such as 2026-11-20, not "31.12.2026"');
  expect(steps()).toEqual(['begin', 'stage', 'discard']);
  problems = [];
  await chooseFile(`${HEAD}\n${line(1)}\n`);
  await untilShown('Line 3: commission 320.00 → 400.00');
});

test.each([
  ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), 'sales.csv: it is no CSV file.'],
  ['an empty file', '', 'sales.csv: it is empty.'],
  ['a missing column', 'id,rep_email\n', 'sales.csv: line 1: column sale_date is missing'],
  ['a quote that never closes', `"${HEAD}\n${line(1)}\n`, 'sales.csv: it is not a CSV file: '],
])('%s is refused in words, before anything is asked', async (_case, content, words) => {
  await open();
  await chooseFile(content);
  await untilShown(words);
  expect(steps()).toEqual([]);
});

test('a spreadsheet text in UTF-16 with tabs is read', async () => {
  await open();
  const text = `\uFEFF${HEAD}\n${line(1)}\n`.replaceAll(',', '\t');
  await chooseFile(new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer));
  await untilShown('1 sale in the file');
});

test('a file above 8 MB is not read, an operator imports it', async () => {
  await open();
  await chooseFile(`${HEAD}\n${line(1)}\n`.padEnd(8 * 1024 * 1024 + 1, '\n'));
  await untilShown('it is larger than 8 MB. Ask an operator');
  expect(steps()).toEqual([]);
});

test('while another import runs, and when this one fails, the reason is shown and nothing stays', async () => {
  await open({ begin: () => ({ outcome: 'busy', maxRows: 10_000 }) });
  await chooseFile(`${HEAD}\n${line(1)}\n`);
  await untilShown('sales.csv: another import is running. Try again in a minute.');
  await mounted.unmount();
  await open({ stage: failsWith('unavailable') });
  await chooseFile(`${HEAD}\n${line(1)}\n`);
  await untilShown('The server cannot be reached. Please try again.');
  expect(steps()).toEqual(['begin', 'stage', 'discard']);
});

test('a file of more rows than a screen takes is refused', async () => {
  await open();
  await chooseFile([HEAD, ...Array.from({ length: 10_001 }, (_, n) => line(n))].join('\n'));
  await untilShown('it has more than 10,000 rows.');
  expect(steps().at(-1)).toBe('discard');
});

// Regression: it began before the one before was gone, and read that another import is running.
test('a corrected file waits until the one before is discarded', async () => {
  let discarded: (answer: object) => void = () => {};
  const first = new Promise((resolve) => {
    discarded = resolve;
  });
  await open({ discard: () => first });
  await chooseFile(`${HEAD}\n${line(1).replace('4000.00', 'much')}\n`);
  await untilShown('1 problem, so nothing was imported.');
  await chooseFile(`${HEAD}\n${line(1)}\n`);
  await untilShown('Reading the file');
  await act(() => new Promise((resolve) => setImmediate(resolve)));
  expect(steps()).toEqual(['begin', 'discard']);
  discarded({ outcome: 'discarded' });
  await untilShown('1 sale in the file');
  expect(steps()).toEqual(['begin', 'discard', 'begin', 'stage', 'preview']);
});

test('leaving before the import asks first, and discards what waits', async () => {
  await open();
  await chooseFile(`${HEAD}\n${line(1)}\n`);
  await untilShown('1 sale in the file');
  await pressKey('Escape');
  await untilShown('Stop this import?');
  await press(page(), 'Stop');
  expect(onClose).toHaveBeenCalledOnce();
  await mounted.unmount();
  expect(steps().at(-1)).toBe('discard');
});

test('a dialog that goes while the import begins leaves no import running', async () => {
  const late = lateAnswer();
  await open({ begin: late.handler });
  await chooseFile(`${HEAD}\n${line(1)}\n`);
  await vi.waitFor(() => expect(steps()).toEqual(['begin']));
  await mounted.unmount();
  // As the host answers a call that was stopped.
  await late.give(Promise.reject(new DOMException('stopped', 'AbortError')));
  await vi.waitFor(() => expect(steps()).toEqual(['begin', 'discard']));
});

/** Regression: the dialog said that nothing was imported yet, asked whether to stop, and discarded the import. */
test('a dialog that is closed during the import asks nothing, and tells the end on the page', async () => {
  const late = lateAnswer();
  await open({ commit: late.handler });
  await chooseFile(`${HEAD}\n${line(1)}\n`);
  await untilShown('1 sale in the file');
  await press(page(), 'Import 2 sales');
  await pressKey('Escape');
  expect(onClose).toHaveBeenCalledOnce();
  await mounted.unmount();
  await late.give(COMMITTED);
  expect(host.toasts.at(-1)?.title).toBe('Imported');
  expect(steps().at(-1)).toBe('commit');
});

test('while a person reads, the import stays the only one, and a lost place is told', async () => {
  await open({ commit: () => ({ outcome: 'unknown_import' }) });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await chooseFile(`${HEAD}\n${line(1)}\n`);
  await untilShown('1 sale in the file');
  await act(async () => vi.advanceTimersByTime(40_000));
  expect(steps().filter((step) => step === 'stage')).toHaveLength(3);
  await press(page(), 'Import 2 sales');
  await untilShown(
    'Another import took the place of this one, so nothing was imported. Choose the file again.',
  );
  expect(steps().at(-1)).toBe('discard');
  await chooseFile(`${HEAD}\n${line(1)}\n`);
  await untilShown('1 sale in the file');
  expect(page().textContent).not.toContain('Another import took the place');
});

test('a file that changes nothing offers no import', async () => {
  await open({ preview: () => ({ outcome: 'previewed', added: 0, changed: 0, first: [] }) });
  await chooseFile(`${HEAD}\n${line(1)}\n`);
  await untilShown('1 sale in the file: 0 new, 0 changed, 1 unchanged.');
  expect(page().textContent).not.toContain('Import 0');
});
