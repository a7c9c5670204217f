import type { z } from 'zod';
import type { CALLS, FunctionName } from '../../../../shared/src/contracts/backend/calls.ts';
import type { FunctionDeps } from '../deps.ts';
import type { Caller } from './caller.ts';
import type { SessionClaims } from './session-claims.ts';

type Call<Name extends FunctionName> = (typeof CALLS)[Name];

/** A call that its caller may make, with a body that the list's schema took. */
interface Asked<Name extends FunctionName> {
  body: z.output<Call<Name>['request']>;
  caller: Caller;
  /** Sent with every answer, to find its log line. */
  correlationId: string;
  /** For its headers: the body was read. */
  request: Request;
}

export interface AskedInSession<Name extends FunctionName> extends Asked<Name> {
  /** Of a valid token. Each procedure looks whether its session is live and whose it is, in its own transaction. */
  session: SessionClaims;
}

export interface Answer {
  /** null for an empty answer: 204. */
  body: unknown;
  /** Further response headers, such as `Set-Cookie`. */
  headers?: Record<string, string>;
  /** The page to which a browser without scripts is led. */
  formPath?: string;
}

/** Does what a call of the list asks for. @throws RequestError for what it refuses */
export interface Handler<Name extends FunctionName> {
  (
    asked: Extract<Call<Name>['callers'][number], 'anon' | 'operator'> extends never
      ? AskedInSession<Name>
      : Asked<Name>,
    deps: FunctionDeps,
  ): Promise<Answer>;
  /** Of a call that takes a form: its fields as the JSON that scripts send. */
  formBody?: (fields: Record<string, string>, deps: FunctionDeps) => Promise<object>;
}
