import { readFile } from 'node:fs/promises';
import { parseJson } from '@corvane/tools/command/parse-json';
import { UserError } from '@corvane/tools/command/user-error';
import { z } from 'zod';

const MEND = '"release list" names the states; make a complete one live with "release restore <state>".';

/** @throws UserError that calls the file by `name` when it is missing or does not match the schema. */
export async function readJsonFile<T>(file: string, schema: z.core.$ZodType<T>, name: string): Promise<T> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UserError(`The ${name} ${file} is missing. ${MEND}`);
  });
  const parsed = z.safeParse(schema, parseJson(text));
  if (!parsed.success) {
    throw new UserError(`The ${name} ${file} is corrupt. ${MEND}`);
  }
  return parsed.data;
}
