import path from 'node:path';
import { directoryDestination } from '../../store/directory-destination.ts';
import { releaseApps } from '../going-live/release-apps.ts';

/** For tests that end a release from outside: `node release-in-process.ts <root> <application> <build> [commit]`. */
const [root = '', app = '', build = '', commit] = process.argv.slice(2);
await releaseApps(
  directoryDestination(root),
  [{ app, clientDir: path.join(build, 'client'), serverDir: path.join(build, 'server'), rebuilt: false }],
  commit === undefined ? {} : { source: { commit, isDirty: false } },
);
