import { z } from 'zod';
import { backendPathOf, type FunctionName } from '../../../shared/src/contracts/backend/calls.ts';
import type { Backend } from '../../stack/backend/backend.ts';

interface ManagerCalls {
  /** Calls a procedure over the API. */
  call(name: string, args: Record<string, unknown>): Promise<unknown>;
  /** Calls an Edge Function. */
  invoke(name: FunctionName, body: Record<string, unknown>): Promise<unknown>;
}

/** Opens Operations in a session, without the code. */
export async function makeManager(sql: Backend['sql'], sessionId: string): Promise<void> {
  await sql(
    `update public.sales_representatives set is_manager = true
     where id = (select s.sales_rep_id from public.sales_sessions s where s.id = $1)`,
    [sessionId],
  );
  await sql('update public.sales_sessions set manager_until = expires_at where id = $1', [sessionId]);
}

/** @returns calls of procedures in a session that may use Operations. */
export async function signInAsManager(backend: Backend, siteUrl: string): Promise<ManagerCalls> {
  const post = async (url: string, body: unknown, token?: string): Promise<unknown> => {
    const headers = {
      'Content-Type': 'application/json',
      apikey: backend.publishableKey,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    const request = new Request(`${siteUrl}${url}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = await backend.fetch(request, { ip: '192.0.2.1' });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const grant = await post(backendPathOf('sign-in-rep'), { salesId: backend.demo.salesIds[0] });
  const { sessionToken, sessionId } = z
    .object({ sessionToken: z.string(), sessionId: z.uuid() })
    .parse(grant);
  await makeManager(backend.sql, sessionId);
  return {
    call: (name, args) => post(`/rest/v1/rpc/${name}`, args, sessionToken),
    invoke: (name, body) => post(backendPathOf(name), body, sessionToken),
  };
}
