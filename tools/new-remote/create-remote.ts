import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CONTRACT_VERSION } from '@corvane/shared/contracts/remote/host-services';
import type { NavigationEntry } from '@corvane/shared/contracts/remote/remote';
import { RELEASE_COMMANDS } from '../../release/command/parse-release-arguments.ts';
import { UserError } from '../command/user-error.ts';

const WORKFLOWS = '.github/workflows';
const PREVIEWS = `${WORKFLOWS}/preview.yml`;
const OWNERS = '.github/CODEOWNERS';
/** A remote like any other: its pipeline is copied. */
const MODEL = 'portal';

const TEMPLATE = path.join(import.meta.dirname, 'template');
const SUFFIX = '.template';
/** Folders that every application needs, and commands of the release tool. An application with such a name could not be released. */
const TAKEN = new Set(['host', 'shared', ...RELEASE_COMMANDS]);

interface NewRemote {
  /** Folder, package and federation name. */
  name: string;
  /** First page: absolute, `/partners`. */
  path: string;
  title: string;
  /** Links to the page in the site's header and footer. None for a page that only its own remote links. */
  navigation: readonly NavigationEntry[];
}

/**
 * Creates a remote with one page, ready to build and release, and adds it to the workspace.
 * @returns the new files, and those of its pipeline that changed, relative to the workspace.
 * @throws UserError for an invalid name or path, before writing anything.
 */
export async function createRemote(workspace: string, remote: NewRemote): Promise<string[]> {
  refuseBadName(workspace, remote);
  const manifest = path.join(workspace, 'pnpm-workspace.yaml');
  const packages = await readFile(manifest, 'utf8');
  if (!packages.startsWith('packages:\n'))
    throw new UserError(`${manifest} does not begin with its packages`);

  const values = {
    name: remote.name,
    path: remote.path,
    title: remote.title,
    contractVersion: CONTRACT_VERSION,
    navigation: navigationSource(remote.navigation),
  };
  const made: string[] = [];
  for (const entry of await readdir(TEMPLATE, { recursive: true })) {
    if (!entry.endsWith(SUFFIX)) continue;
    const file = path.join(remote.name, entry.slice(0, -SUFFIX.length));
    const template = await readFile(path.join(TEMPLATE, entry), 'utf8');
    await mkdir(path.dirname(path.join(workspace, file)), { recursive: true });
    await writeFile(path.join(workspace, file), fill(template, values));
    made.push(file);
  }
  await writeFile(manifest, packages.replace('packages:\n', `packages:\n  - ${remote.name}\n`));
  return [...made.sort(), ...(await addPipeline(workspace, remote.name))];
}

function refuseBadName(workspace: string, { name, path: pagePath, title, navigation }: NewRemote): void {
  if (!/^[a-z][a-z0-9-]{1,30}$/.test(name) || TAKEN.has(name)) {
    throw new UserError(
      `"${name}" is not a valid name. Use 2 to 31 lowercase letters, digits and hyphens, and no reserved word.`,
    );
  }
  if (existsSync(path.join(workspace, name)))
    throw new UserError(`The folder ${name} already exists. Choose another name.`);
  if (existsSync(path.join(workspace, pipelineOf(name))))
    throw new UserError(`There is a pipeline named ${name} already. Choose another name.`);
  if (!/^\/[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(pagePath)) {
    throw new UserError(
      `"${pagePath}" is not a valid page path. Use lowercase letters, digits and hyphens, such as /${name}`,
    );
  }
  if (!/^[^'"`<>{}\\\n]{1,80}$/.test(title)) {
    throw new UserError('The title must be one line of at most 80 characters, without quotes or brackets');
  }
  const wrong = navigation.find(({ label }) => !/^[^'"`<>{}\\\n]{1,24}$/.test(label));
  if (wrong !== undefined) {
    throw new UserError(
      `The label "${wrong.label}" is too long or has quotes or brackets. Use --label with at most 24 characters.`,
    );
  }
}

function pipelineOf(name: string): string {
  return `${WORKFLOWS}/${name}.yml`;
}

/**
 * Gives a remote its pipeline, its previews and its owner.
 * @returns the new and changed files, relative to the workspace. None in a workspace without pipelines.
 */
async function addPipeline(workspace: string, name: string): Promise<string[]> {
  if (!existsSync(path.join(workspace, pipelineOf(MODEL)))) return [];
  const change = async (from: string, to: string, edit: (text: string) => string) =>
    writeFile(path.join(workspace, to), edit(await readFile(path.join(workspace, from), 'utf8')));
  await change(pipelineOf(MODEL), pipelineOf(name), (text) => text.replaceAll(/\bportal\b/g, name));
  await change(PREVIEWS, PREVIEWS, (text) => text.replace(/(workflows: \[.*)\]/, `$1, ${name}]`));
  await change(OWNERS, OWNERS, (text) => text.replace(/^\/portal\/.*\n/m, `$&/${name}/  @corvane/${name}\n`));
  return [pipelineOf(name), PREVIEWS, OWNERS];
}

/** The member `navigation` of the remote, as the formatter writes it. '' for none. */
function navigationSource(entries: readonly NavigationEntry[]): string {
  if (entries.length === 0) return '';
  const lines = entries.map(({ place, path: pagePath, label, order, audience }) => {
    const members = [`place: '${place}'`, `path: '${pagePath}'`, `label: '${label}'`];
    if (order !== undefined) members.push(`order: ${order}`);
    if (audience !== undefined) members.push(`audience: '${audience}'`);
    return `    { ${members.join(', ')} },\n`;
  });
  const oneLine = lines[0]?.trim().replace(/,$/, '');
  const source = entries.length === 1 ? `  navigation: [${oneLine}],\n` : '';
  return source !== '' && source.length < 111 ? source : `  navigation: [\n${lines.join('')}  ],\n`;
}

function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/__(\w+?)__/g, (_match, key: string) => String(values[key]));
}
