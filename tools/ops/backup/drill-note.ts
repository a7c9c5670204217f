import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { UserError } from '../../command/user-error.ts';
import type { OpsApi } from '../../ops-api/ops-api.ts';

/*
 * A drill runs where the key of the backups is, and that machine does not reach the database. Each backup has a random
 * text, sealed like all of it, and the database knows its hash. A drill has read the text, so it can be noted elsewhere.
 * A drill that never happened cannot.
 */

const noteSchema = z.object({
  /** Its name. */
  backup: z.string(),
  proof: z.string().min(1),
  rows: z.number().int(),
  tookMs: z.number().int(),
});
type DrillNote = z.infer<typeof noteSchema>;

const detailSchema = z.object({
  name: z.string().optional(),
  proofs: z.record(z.string(), z.string()).optional(),
});
const runsSchema = z.object({ runs: z.array(z.object({ job: z.string(), detail: detailSchema })) });

export function proofHash(proof: string): string {
  return createHash('sha256').update(proof).digest('hex');
}

/** @throws UserError when the file is not what a drill has written. */
export async function readDrillNote(file: string): Promise<DrillNote> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UserError(`--note ${file} cannot be read`);
  });
  try {
    return noteSchema.parse(JSON.parse(text));
  } catch {
    throw new UserError(`--note ${file} is not the file that a drill has written`);
  }
}

/**
 * Notes a drill for the doctor.
 * @returns false when this drill is the one that was noted last: its time stays.
 * @throws UserError when the note does not prove that the backup was read.
 */
export async function noteDrill(api: OpsApi, { backup, proof, ...figures }: DrillNote): Promise<boolean> {
  const { runs } = runsSchema.parse(await api.rpc('report_upkeep', {}));
  const detailOf = (job: string) => runs.find((run) => run.job === job)?.detail;
  if (detailOf('backup')?.proofs?.[backup] !== proofHash(proof))
    throw new UserError(
      `The database knows no backup ${backup} with this proof: drill one of the last backups`,
    );
  if (detailOf('restore_drill')?.name === backup) return false;
  await api.rpc('record_upkeep_run', {
    job_param: 'restore_drill',
    detail_param: { name: backup, ...figures },
  });
  return true;
}
