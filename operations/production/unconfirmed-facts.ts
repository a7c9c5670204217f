import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';

const FOLDER = 'shared/src/brand';

/** What the site shows as our proposal until the owner confirms it, each with its place. @param root for tests */
export function unconfirmedFacts(root = WORKSPACE_ROOT): string[] {
  return readdirSync(path.join(root, FOLDER)).flatMap((file) =>
    readFileSync(path.join(root, FOLDER, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => {
        const [, fact] = /PLACEHOLDER\. ([^.:]*)/.exec(line) ?? [];
        return fact === undefined ? [] : [`${FOLDER}/${file}:${at + 1}: ${fact}`];
      }),
  );
}
