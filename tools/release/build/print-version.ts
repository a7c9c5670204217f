import { buildApp } from '../../build/build-app.ts';
import { describeBuild } from './describe-build.ts';

/** For tests that compare folders: `node print-version.ts <application>` builds it and prints its version. */
const [app = ''] = process.argv.slice(2);
console.log((await describeBuild(await buildApp(app))).version);
