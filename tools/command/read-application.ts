import { APPS } from '../workspace/apps.ts';
import { UserError } from './user-error.ts';

/** The one argument of a command for one application. @throws UserError for anything else. */
export function readApplication(args: readonly string[], command: string): string {
  const [app, extra] = args;
  if (app === undefined || !APPS.includes(app)) {
    const given = app === undefined ? '' : `, not "${app}"`;
    throw new UserError(`${command} which application? ${APPS.join(', ')}${given}`);
  }
  if (extra !== undefined) throw new UserError(`"${command} ${app}" takes no "${extra}"`);
  return app;
}
