import { z } from 'zod';
import { parseJson } from '../../../command/parse-json.ts';
import { type DoctorCheck, right, wrong } from '../doctor-check.ts';

const healthSchema = z.object({
  status: z.string(),
  database: z.string().optional(),
  broken: z.array(z.string()).optional(),
});

export const HEALTH: DoctorCheck = {
  name: 'health',
  asks: 'Is a complete release live?',
  mend: '`release list` names the states, `release restore <state>` makes a complete one live.',
  isOfMachine: true,
  async look(look) {
    const { status, body } = await look.site('/healthz');
    const health = healthSchema.safeParse(parseJson(body));
    if (!health.success) return wrong(`/healthz answers ${status} without our JSON`);
    const { database, broken = [] } = health.data;
    if (status === 200 && health.data.status === 'ok') return right('/healthz is ok');
    const details = [`/healthz answers ${status} with ${health.data.status}`, ...broken];
    if (database !== undefined) details.push(`database ${database}`);
    return wrong(details.join(', '));
  },
};
