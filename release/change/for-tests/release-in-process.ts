import path from 'node:path';
import { openDestination } from '../../store/open-destination.ts';
import { releaseApps } from '../going-live/release-apps.ts';

/** For tests that end a release from outside: `node release-in-process.ts <destination> <application> <build> [commit]`. */
const [address = '', app = '', build = '', commit] = process.argv.slice(2);
await releaseApps(
  openDestination({ ...process.env, RELEASE_DESTINATION: address }),
  [{ app, clientDir: path.join(build, 'client'), serverDir: path.join(build, 'server'), rebuilt: false }],
  commit === undefined ? {} : { source: { commit, isDirty: false } },
);
