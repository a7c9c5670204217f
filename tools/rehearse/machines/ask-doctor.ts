import { z } from 'zod';
import { paste } from './machines.ts';
import type { Stage } from './stage.ts';

const examined = z.object({
  findings: z
    .array(
      z.object({
        name: z.string(),
        verdict: z.string(),
        says: z.string(),
        machine: z.string().nullable(),
      }),
    )
    .min(20),
});

/**
 * What the doctor does not find right, asked on the backend as the page asks it: a line for each.
 * @param names of the checks that matter. Without it, all checks matter.
 */
export async function foundByDoctor(stage: Stage, names?: readonly string[]): Promise<string[]> {
  const text = `cd "$CHECKOUT"
set -a; . "$ETC/operator.env"; set +a
npx -y pnpm@12 run ops doctor --json --functions-env "$ETC/functions.env" || true`;
  const asked = { headings: [], labels: [], isOnce: true, line: 0, text };
  const said = await paste(stage.machine('backend'), asked);
  const { findings } = examined.parse(JSON.parse(/^\{.*\}$/m.exec(said)?.[0] ?? '{}'));
  return findings
    .filter(({ name, verdict }) => verdict !== 'right' && names?.includes(name) !== false)
    .map(({ name, verdict, says, machine }) => `${name} is ${verdict}: ${machine ?? ''} ${says}`);
}
