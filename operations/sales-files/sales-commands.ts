import { counted } from '@corvane/shared/lib/counted';
import { UserError } from '@corvane/tools/command/user-error';
import type { OpsCommands } from '../command-line/ops-command.ts';
import { requiredEmail } from '../command-line/required-option.ts';
import { exportSales } from './export-sales.ts';
import { importSales } from './import-sales.ts';

export const SALES_COMMANDS: OpsCommands = {
  'sales import': {
    operand: 'FILE.csv',
    explains:
      'imports the sales of a file, all or none; a known id changes that sale, which is shown and confirmed first',
    async run({ api, operand, print, confirm, stopSignal }) {
      if (operand === undefined) throw new UserError('sales import needs a file. See ops --help.');
      await importSales({ api, file: operand, print, confirm, signal: stopSignal() });
    },
  },
  'sales export': {
    options: ['email', 'out'],
    explains: 'writes all sales of a representative as CSV to a file, or without --out to the terminal',
    async run({ api, options, print }) {
      const rep = await api.repByEmail(requiredEmail(options));
      const out = options.out ?? null;
      const written = await exportSales(api, rep.id, out);
      if (out !== null) print(`${out} holds ${counted(written, 'sale')} of ${rep.email}.`);
    },
  },
};
