import type { z } from '../../lib/zod.ts';
import type { Database } from '../../supabase/database.types.ts';
import type { ApiClient, CallOptions } from '../remote/host-services.ts';
import type { CALLS, CallName, FunctionName } from './calls.ts';

/*
 * The list of calls, for pages. All that it says reaches them as types alone.
 */

type Call<Name extends CallName> = (typeof CALLS)[Name];
type Procedures = Database['public']['Functions'];
export type ProcedureName = Exclude<CallName, FunctionName>;

/** The generated types do not say that an argument may be null. */
type OrNull<Args> = { [Key in keyof Args]: [Args[Key]] extends [never] ? never : Args[Key] | null };

/** What goes with a call: the body of a function, or the arguments of a procedure, whose filter the list describes. */
export type Sent<Name extends CallName> = Name extends FunctionName
  ? z.input<Call<Name>['request']>
  : Name extends keyof Procedures
    ? Call<Name>['request'] extends z.ZodMiniType<unknown, infer Filter>
      ? Omit<OrNull<Procedures[Name]['Args']>, 'filter'> & { filter?: Filter | null }
      : OrNull<Procedures[Name]['Args']>
    : never;

/** The calls that outlive their session, by the list. */
type LastingName = {
  [Name in CallName]: Call<Name> extends { outlivesSession: true } ? Name : never;
}[CallName];

/** The host's `ApiClient`, for the calls of the list alone. `ask` also reads the answer. */
export interface Api {
  rpc: <Name extends ProcedureName>(name: Name, args: Sent<Name>, options?: CallOptions) => Promise<unknown>;
  invoke: {
    <Name extends Exclude<FunctionName, LastingName>>(
      name: Name,
      body: Sent<Name>,
      options?: CallOptions,
    ): Promise<unknown>;
    /** The host has no list: the caller tells it what the list says. */
    (
      name: LastingName,
      body: Sent<LastingName>,
      options: CallOptions & { outlivesSession: true },
    ): Promise<unknown>;
  };
}

/** The answers of a call. A function whose requests name an action has one of each. */
type EachAnswer<Answer> = Answer extends z.ZodMiniDiscriminatedUnion
  ? Answer
  : Answer extends z.ZodMiniUnion<infer Each>
    ? Each[number]
    : Answer;

/** `true` for each of the answers that a schema reads. It may leave out parts of them, and the null of other callers. */
type IsRead<Answer, Read> = Answer extends z.ZodMiniType
  ? Exclude<z.input<Answer>, null> extends Read
    ? true
    : never
  : never;

type OfThisCall<Name extends CallName, Read> =
  true extends IsRead<EachAnswer<Call<Name>['answer']>, Read> ? unknown : 'the schema of another call';

/** Makes a call of the list. @returns its answer, read with one of its schemas. @throws ApiError */
export async function ask<Name extends Exclude<CallName, LastingName>, Answer, Read>(
  api: Api,
  name: Name,
  sent: Sent<Name>,
  schema: z.ZodMiniType<Answer, Read> & OfThisCall<Name, Read>,
  options?: CallOptions,
): Promise<Answer> {
  const { rpc, invoke } = api as ApiClient;
  // A hyphen tells a function from a procedure: the list itself stays out of the page.
  const call = name.includes('-') ? invoke : rpc;
  return schema.parse(await call(name, sent as Record<string, unknown>, options));
}
