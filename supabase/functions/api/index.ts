import { buildDeps } from './deps.ts';
import { route } from './router.ts';

/** The part of the Deno runtime that is used here. The workspace has no Deno types. */
interface EdgeRuntime {
  env: { toObject(): Record<string, string> };
  serve(handler: (request: Request) => Promise<Response>): { shutdown(): Promise<void> };
  addSignalListener?(signal: 'SIGTERM', listener: () => void): void;
  removeSignalListener?(signal: 'SIGTERM', listener: () => void): void;
}

/*
 * Starts the function under Deno, hosted or self-hosted, with its environment. Told to stop, it takes no more calls and
 * ends after those under way: one that is cut off while it mails keeps the next press of the button waiting.
 */
const { Deno: runtime } = globalThis as unknown as { Deno: EdgeRuntime };
const deps = buildDeps(runtime.env.toObject());
const server = runtime.serve((request) => route(request, deps));
const stop = () => {
  // Otherwise the process would wait for further signals.
  runtime.removeSignalListener?.('SIGTERM', stop);
  void server.shutdown();
};
try {
  runtime.addSignalListener?.('SIGTERM', stop);
} catch {
  // The hosted runtime sends no signals.
}
