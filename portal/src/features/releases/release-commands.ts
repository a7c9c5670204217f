/** How a team runs the release tool in its clone. */
export const RELEASE_RUN = 'npx -y pnpm@12 run release';

/** A command of the release tool, ready to be copied. A test has the tool read each of them. */
export interface ReleaseCommand {
  /** What it does, for a manager who has never used it. */
  label: string;
  command: string;
}

/** @param endsCanary a canary of the application is running, and would end with it */
export function rollback(app: string, version: string | null, endsCanary: boolean): ReleaseCommand {
  return {
    label: version === null ? 'Go back to the version before' : 'Go back to this version',
    command: [RELEASE_RUN, 'rollback', app, version, endsCanary ? '--live' : null]
      .filter((word) => word !== null)
      .join(' '),
  };
}

export function promote(app: string): ReleaseCommand {
  return { label: 'Make the canary live for all visitors', command: `${RELEASE_RUN} promote ${app}` };
}

export function abort(app: string): ReleaseCommand {
  return { label: 'End the canary', command: `${RELEASE_RUN} abort ${app}` };
}

export function errors(app: string): ReleaseCommand {
  return { label: 'See the errors in use, with their source lines', command: `${RELEASE_RUN} errors ${app}` };
}

export function diff(app: string, version: string): ReleaseCommand {
  return { label: 'Compare it with what is live', command: `${RELEASE_RUN} diff ${app} ${version}` };
}

export function release(app: string): ReleaseCommand {
  return { label: 'Bring the application back', command: `${RELEASE_RUN} ${app}` };
}

export function notes(app: string): ReleaseCommand {
  return {
    label: 'See who made each change, with subject lines of commits',
    command: `${RELEASE_RUN} notes ${app}`,
  };
}
