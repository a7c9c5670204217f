import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { addResults, type StageResult } from './stages/stage.ts';

const LANE = path.join(import.meta.dirname, 'run-lane.ts');

/**
 * Runs lanes of stages side by side. What each prints comes as a whole, in the order of the lanes.
 * @param program runs the stages of a lane, which are its arguments, and sends their result
 */
export async function runLanes(lanes: readonly (readonly string[])[], program = LANE): Promise<StageResult> {
  // Alone, a lane has more workers than the machine has cores, since some only wait.
  const shared = lanes.length > 1 ? { TEST_WORKERS: String(availableParallelism()) } : {};
  const running = lanes.map((names) => startLane(program, names, { ...process.env, ...shared }));
  const results: StageResult[] = [];
  for (const show of running) results.push(await show());
  return addResults(results);
}

/** @returns prints what the lane has said so far, and from then on what it says. Resolves at its end. */
function startLane(
  program: string,
  names: readonly string[],
  env: NodeJS.ProcessEnv,
): () => Promise<StageResult> {
  const child = fork(program, names, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const said: (() => void)[] = [];
  let print = (write: () => void) => {
    said.push(write);
  };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (chunk: Buffer) => print(() => process[name].write(chunk)));
  let result: StageResult = {
    passed: 0,
    failed: 1,
    failures: [`${names.join(', ')} ended without a result`],
  };
  child.on('message', (message: StageResult) => {
    result = message;
  });
  const ended = once(child, 'close');
  return async () => {
    for (const write of said) write();
    print = (write) => write();
    await ended;
    return result;
  };
}
