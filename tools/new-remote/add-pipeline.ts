import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const WORKFLOWS = '.github/workflows';
/** A remote like any other: its pipeline is copied. */
const MODEL = 'portal';
const PREVIEWS = `${WORKFLOWS}/preview.yml`;
const OWNERS = '.github/CODEOWNERS';

export function pipelineOf(name: string): string {
  return `${WORKFLOWS}/${name}.yml`;
}

/**
 * Gives a remote its pipeline, its previews and its owner.
 * @returns the new and changed files, relative to the workspace. None in a workspace without pipelines.
 */
export async function addPipeline(workspace: string, name: string): Promise<string[]> {
  if (!existsSync(path.join(workspace, pipelineOf(MODEL)))) return [];
  const change = async (from: string, to: string, edit: (text: string) => string) =>
    writeFile(path.join(workspace, to), edit(await readFile(path.join(workspace, from), 'utf8')));
  await change(pipelineOf(MODEL), pipelineOf(name), (text) => text.replaceAll(/\bportal\b/g, name));
  await change(PREVIEWS, PREVIEWS, (text) => text.replace(/(workflows: \[.*)\]/, `$1, ${name}]`));
  await change(OWNERS, OWNERS, (text) => text.replace(/^\/portal\/.*\n/m, `$&/${name}/  @corvane/${name}\n`));
  return [pipelineOf(name), PREVIEWS, OWNERS];
}
