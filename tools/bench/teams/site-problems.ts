import type { Site } from '../../../release/change/open-site.ts';

/**
 * What is wrong with a live site. Every page must be of the versions that are live, and all its files must be there.
 * The versions must be the last good ones of each team.
 */
export async function siteProblems(
  { live, destination }: Site,
  siteUrl: string,
  good: Readonly<Record<string, string>>,
  faulty: ReadonlySet<string>,
): Promise<string[]> {
  const problems: string[] = [];
  const state = await live();
  if (state === null) return ['nothing is live'];
  for (const [app, version] of Object.entries(good)) {
    if (state.versions[app] !== version)
      problems.push(`${app} ${state.versions[app]} is live, not ${version}`);
  }
  for (const past of await destination.history()) {
    for (const [app, version] of Object.entries(past.versions)) {
      if (faulty.has(`${app}/${version}`))
        problems.push(`${app} ${version} was live in state ${past.revision}`);
    }
  }
  const health = (await (await fetch(`${siteUrl}/healthz`)).json()) as { status: string; versions: object };
  if (health.status !== 'ok') problems.push(`health is ${health.status}`);
  const registry = await destination.store.registry(state.compositionId);
  const paths = Object.values(registry.remotes).flatMap(({ routes }) => routes.map(({ path }) => path));
  // A visitor may be among those of a canary.
  const shown = Object.entries(state.versions).map(([app, version]): [string, string[]] => [
    app,
    [version, ...state.canaries.filter((canary) => canary.app === app).map((canary) => canary.version)],
  ]);
  for (const path of paths) problems.push(...(await pageProblems(siteUrl, path, shown)));
  return problems;
}

async function pageProblems(
  siteUrl: string,
  path: string,
  shown: readonly [app: string, versions: readonly string[]][],
): Promise<string[]> {
  const answer = await fetch(siteUrl + path);
  if (answer.status !== 200) return [`${path} answers ${answer.status}`];
  const html = await answer.text();
  const problems = shown
    .filter(([app, versions]) =>
      versions.every((version) => !html.includes(`<meta name="corvane:${app}" content="${version}">`)),
    )
    .map(([app]) => `${path} has another version of ${app}`);
  const files = [...html.matchAll(/(?:href|src)="(\/(?:assets|remotes)\/[^"]+)"/g)].map(
    ([, file = '']) => file,
  );
  for (const file of new Set(files)) {
    const { status } = await fetch(siteUrl + file, { method: 'HEAD' });
    if (status !== 200) problems.push(`${path} names ${file}, which answers ${status}`);
  }
  return problems;
}
