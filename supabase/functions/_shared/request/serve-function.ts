import { buildDeps, type FunctionDeps } from '../deps.ts';

/** The part of the Deno runtime that an entry point uses. The workspace has no Deno types. */
interface EdgeRuntime {
  env: { toObject(): Record<string, string> };
  serve(handler: (request: Request) => Promise<Response>): unknown;
}

/** Starts a function under Deno, hosted or self-hosted, with its environment. */
export function serveFunction(handle: (request: Request, deps: FunctionDeps) => Promise<Response>): void {
  const { Deno: runtime } = globalThis as unknown as { Deno: EdgeRuntime };
  const deps = buildDeps(runtime.env.toObject());
  runtime.serve((request) => handle(request, deps));
}
