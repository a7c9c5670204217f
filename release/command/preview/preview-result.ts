import { readFile } from 'node:fs/promises';
import { UserError } from '@corvane/tools/command/user-error';
import { z } from 'zod';

const outcomeSchema = z.object({
  /** What the command printed, or why it failed. */
  output: z.string(),
  failed: z.boolean(),
});
export type CommandOutcome = z.infer<typeof outcomeSchema>;

const previewResultSchema = z.object({ preview: outcomeSchema, diff: outcomeSchema });
/** What one job of the pipeline hands to the next. */
export type PreviewResult = z.infer<typeof previewResultSchema>;

/** A branch's code ran beside the job that wrote the file, so it may hold anything. @throws UserError */
export async function readPreviewResult(file: string): Promise<PreviewResult> {
  try {
    return previewResultSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new UserError(`${file} is no result of preview-pull-request. Run that job again.`, {
      cause: error,
    });
  }
}
