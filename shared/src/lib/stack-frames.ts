/** The address of a published script in a browser's stack, with line and column. */
const PUBLISHED_SCRIPT =
  /\/(?:assets\/(host)|remotes\/([a-z][a-z0-9-]*))\/([A-Za-z0-9][\w.-]*)\/([\w.~-]+\.js)(?:\?[^:\s]*)?:(\d+):(\d+)/g;

/** A place in a published script. Lines and columns count from 1. */
export interface StackFrame {
  application: string;
  version: string;
  file: string;
  line: number;
  column: number;
}

/** Positions in our own scripts, in the order of a stack of any engine, or of components. */
export function framesOf(stack: string): StackFrame[] {
  return [...stack.matchAll(PUBLISHED_SCRIPT)].map(([, host, remote, version, file, line, column]) => ({
    application: host ?? remote ?? '',
    version: version ?? '',
    file: file ?? '',
    line: Number(line),
    column: Number(column),
  }));
}
