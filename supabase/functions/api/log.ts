/** One line of the server's log. Never contains credentials, tokens, people's addresses or what they wrote. */
export interface LogEntry {
  level: 'info' | 'warn' | 'error';
  event: string;
  correlationId?: string;
  [detail: string]: string | number | boolean | null | undefined;
}

export type Log = (entry: LogEntry) => void;

/** JSON lines on standard output, which hosted functions collect. */
export const consoleLog: Log = (entry) => console.log(JSON.stringify(entry));

/**
 * The part of a failure that may be logged: its kind, its code and where it arose. The message stays out, because the
 * database's or the mail server's can quote what a person sent.
 */
export function describeFailure(error: unknown): {
  failure: string;
  failureCode: string | null;
  at: string | null;
} {
  if (!(error instanceof Error)) return { failure: typeof error, failureCode: null, at: null };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    failure: error.name.replace('$', ''),
    failureCode: 'code' in error && typeof error.code === 'string' ? error.code : null,
    at:
      frames
        .slice(0, 4)
        .map((line) => line.trim())
        .join(' < ') || null,
  };
}
