import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readRows } from './stack.ts';

/** The operators' command, for tests that start it themselves. It finds the stack through the environment. */
export const OPS_SCRIPT = fileURLToPath(new URL('../tools/ops/ops.ts', import.meta.url));

/** Runs the operators' command until it ends. @returns its output @throws with its output when it fails */
export async function runOps(...words: string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, [OPS_SCRIPT, ...words])).stdout;
}

export interface AddedRep {
  id: string;
  email: string;
  salesId: string;
}

/**
 * A separate representative for the journey, without other journeys' customers and sales.
 * @param options of `ops rep add`
 */
export async function addRep(name: string, ...options: string[]): Promise<AddedRep> {
  const email = `rep-${crypto.randomUUID()}@journey.example`;
  const printed = await runOps('rep', 'add', '--name', name, '--email', email, ...options);
  const salesId = /\bSR(?:-\w{4}){3}\b/.exec(printed)?.[0];
  if (salesId === undefined) throw new Error(`No sales ID in: ${printed}`);
  const [row] = await readRows('sales_representatives', `email=eq.${email}&select=id`);
  return { id: String(row?.id), email, salesId };
}
