import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type AppBuild, buildApp } from '@corvane/tools/build/build-app';
import { makeSbom, SBOM_FILE } from '@corvane/tools/supply/sbom';

/** Builds the work tree, and lists the packages that the build is made of beside it. */
export async function buildWithSbom(app: string): Promise<AppBuild> {
  const [build, sbom] = await Promise.all([buildApp(app), makeSbom(app)]);
  await writeFile(path.join(path.dirname(build.serverDir), SBOM_FILE), sbom);
  return build;
}

/** The build in a directory, or for null one of the work tree. */
export async function buildOf(app: string, dir: string | null): Promise<AppBuild> {
  if (dir === null) return buildApp(app);
  const root = path.resolve(dir);
  return { app, clientDir: path.join(root, 'client'), serverDir: path.join(root, 'server'), rebuilt: false };
}
