import type { Stage } from '../stage.ts';

/** What a fault may do. */
export interface FaultContext {
  stage: Stage;
  /** A figure for the report. */
  note(text: string): void;
  wait(ms: number): Promise<void>;
}

/**
 * What breaks while people are served. Pages never fail, nothing acknowledged is lost, and no session ends: those have no
 * figures.
 */
export interface Fault {
  name: string;
  title: string;
  /** Share of the calls of the API that may fail, from before the fault until after it. */
  failedCallsPercent: number;
  /** The longest that a person may wait for a page or a call, answered or not. */
  longestMs: number;
  run(context: FaultContext): Promise<void>;
}
