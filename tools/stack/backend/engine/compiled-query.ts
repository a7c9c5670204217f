import type { Connection } from '@supabase/lite';

type Transaction = Parameters<Parameters<Connection['withContext']>[1]>[0];

/** A statement as the API library's query builder would compile it. The builder is not among our packages. */
export function compiledQuery(
  name: string,
  text: string,
  parameters: readonly unknown[],
): Parameters<Transaction['executeQuery']>[0] {
  return {
    sql: text,
    parameters,
    query: { kind: 'RawNode', sqlFragments: [text], parameters: [] },
    queryId: { queryId: name },
  } as unknown as Parameters<Transaction['executeQuery']>[0];
}
