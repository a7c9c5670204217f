import path from 'node:path';
import { withProcessLock } from '@corvane/tools/process/process-lock';
import type { Visitor } from './visitor.ts';

/** The site takes one import at a time, and another engine may be at work. Its test needs 600 s. */
export function importingAlone(work: () => Promise<void>): Promise<void> {
  const lock = path.join(String(process.env.DATA_DIR), 'journey-import.lock');
  return withProcessLock(lock, work, { timeoutMs: 300_000, busy: () => 'Another engine still imports' });
}

/** As a person drops a file of sales on the field. */
export async function chooseFile(visitor: Visitor, rows: readonly string[]): Promise<void> {
  const head = 'id,rep_email,sale_date,product_name,billing_frequency,sale_amount,commission,cancelled_at';
  await visitor.driver.evaluate(
    (text) => {
      const field = document.querySelector<HTMLInputElement>('input[type=file]');
      if (field === null) throw new Error('There is no field for a file');
      // As its name has another meaning in the glossary.
      const Files = Reflect.get(window, 'DataTransfer') as new () => {
        items: { add(file: File): void };
        files: FileList;
      };
      const chosen = new Files();
      chosen.items.add(new File([text], 'sales.csv', { type: 'text/csv' }));
      field.files = chosen.files;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    },
    [head, ...rows].join('\n'),
  );
}
