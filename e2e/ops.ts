import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hashSalesId } from '../supabase/functions/api/secrets/credential-hash.ts';
import { newSalesId } from '../supabase/functions/api/secrets/sales-id.ts';
import { callAsService, readRows } from './stack.ts';

/** The operators' command, for tests that start it themselves. It finds the stack through the environment. */
export const OPS_SCRIPT = fileURLToPath(new URL('../operations/ops.ts', import.meta.url));

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
 * A separate representative for the journey, without other journeys' customers and sales. Added as `ops rep add` does,
 * without a process of its own.
 */
export async function addRep(name: string, { isManager = false } = {}): Promise<AddedRep> {
  const email = `rep-${crypto.randomUUID()}@journey.example`;
  const salesId = newSalesId();
  await callAsService('/rest/v1/rpc/add_rep', {
    name_param: name,
    email_param: email,
    credential_hash_param: await hashSalesId(salesId, await salesIdPepper()),
    is_manager_param: isManager,
  });
  const [row] = await readRows('sales_representatives', { email });
  return { id: String(row?.id), email, salesId };
}

async function salesIdPepper(): Promise<string> {
  const secrets = await readFile(path.join(String(process.env.DATA_DIR), 'secrets.json'), 'utf8');
  return (JSON.parse(secrets) as { salesIdPepper: string }).salesIdPepper;
}
