import type { Check } from '../report.ts';
import type { Stage } from '../stage.ts';
import type { Load } from '../visitors/load.ts';

/** What people know of the site. */
export interface People {
  salesId: string;
  /** The key of the live pages. */
  publishableKey: string;
}

/** What a fault may do, and what has come of it. */
export interface FaultContext {
  stage: Stage;
  load: Load;
  people: People;
  /** A figure for the report. */
  note(text: string): void;
  check: Check;
  wait(ms: number): Promise<void>;
}

/**
 * What breaks or changes while people are served. Pages never fail, nothing acknowledged is lost, and sessions end only by
 * intention: those have no figures.
 */
export interface Fault {
  name: string;
  title: string;
  /** Share of the calls of the API that may fail, from before the fault until after it. */
  failedCallsPercent: number;
  /** The longest that a person may wait for a page or a call, answered or not. */
  longestMs: number;
  /** Whether people are signed out by intention. */
  signsOut?: boolean;
  /** Whether what came after a moment is lost, as the page says. */
  losesData?: boolean;
  run(context: FaultContext): Promise<void>;
}

export const SALES_ID = /\bSR(?:-\w{4}){3}\b/;

/** A command of `ops`, as an operator runs it on the backend. */
export const onBackend = async (stage: Stage, command: string): Promise<string> => {
  const { sales_id_pepper: [pepper = ''] = [] } = await stage.operator.secrets();
  return stage
    .machine('backend-1')
    .ssh(
      `cd /srv/corvane/checkout && set -a && . /etc/corvane/operator.env && SALES_ID_PEPPER=${pepper} node_modules/.bin/node operations/ops.ts ${command}`,
    );
};
