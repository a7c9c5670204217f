import { buildApp } from '@corvane/tools/build/build-app';
import { describeBuild } from './describe-build.ts';

/** For tests that compare folders: `node print-versions.ts <application> …` builds them in this order, and prints their versions as JSON. */
const versions: Record<string, string> = {};
for (const app of process.argv.slice(2)) versions[app] = (await describeBuild(await buildApp(app))).version;
console.log(JSON.stringify(versions));
