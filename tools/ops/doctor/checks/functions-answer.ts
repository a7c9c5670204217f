import { readdirSync } from 'node:fs';
import path from 'node:path';
import { errorBodySchema } from '../../../../shared/src/contracts/backend/errors.ts';
import { WORKSPACE_ROOT } from '../../../workspace/workspace-root.ts';
import { type DoctorCheck, right, wrong } from '../doctor-check.ts';

export const FUNCTIONS_ANSWER: DoctorCheck = {
  name: 'functions',
  asks: 'Does every Edge Function of this checkout answer?',
  mend: 'Read the log of the function: with an incomplete or unsafe environment it does not start, and names each wrong variable. Missing: `supabase functions deploy --use-api`.',
  async look(look) {
    const names = functionNames();
    const faults = await Promise.all(
      names.map(async (name) => {
        // A GET does nothing, and every function of ours says so.
        const answer = await look.project(`/functions/v1/${name}`).catch(() => null);
        if (answer === null) return [`${name} does not answer`];
        const body = errorBodySchema.safeParse(await answer.json().catch(() => null));
        const isOurs = answer.status === 405 && body.success && body.data.error.code === 'method_not_allowed';
        return isOurs ? [] : [`${name} answers ${answer.status}`];
      }),
    );
    const told = faults.flat();
    return told.length === 0 ? right(`all ${names.length} answer`) : wrong(told.join(', '));
  },
};

function functionNames(): string[] {
  return readdirSync(path.join(WORKSPACE_ROOT, 'supabase/functions'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name);
}
