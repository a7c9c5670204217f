import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { variantOf } from '../site/releases.ts';

/** A fault planted in a build's script, in place of a unique text. */
interface PlantedFault {
  app: string;
  /** A text that occurs once in the browser build. */
  at: string;
  becomes: string;
}

/** A build with a fault in its browser scripts. Its prerendered pages stay the same. */
export async function faultyBuild({ app, at, becomes }: PlantedFault): Promise<string> {
  const build = await variantOf(app, `planted: ${becomes}`);
  const client = path.join(build, 'client');
  let planted = 0;
  for (const file of (await readdir(client)).filter((name) => name.endsWith('.js'))) {
    const code = await readFile(path.join(client, file), 'utf8');
    if (!code.includes(at)) continue;
    await writeFile(
      path.join(client, file),
      code.replace(at, () => becomes),
    );
    planted += 1;
  }
  if (planted !== 1) throw new Error(`${app} has ${planted} scripts with ${at}`);
  return build;
}

const throwing = (error: string) => `(()=>{throw new TypeError("${error}")})()`;

export const THROWS_AFTER_SIGN_IN: PlantedFault = {
  app: 'portal',
  at: '"data-testid":"portal:page"',
  becomes: `"data-testid":${throwing('planted after sign-in')}`,
};

export const THROWS_IN_A_TAB: PlantedFault = {
  app: 'portal',
  at: 'label:"Search customers"',
  becomes: `label:${throwing('planted in a tab')}`,
};

export const THROWS_IN_THE_TABLE: PlantedFault = {
  app: 'portal',
  at: '?"ascending":"descending"',
  becomes: `?${throwing('planted in the table')}:"descending"`,
};

export const THROWS_IN_A_DIALOG: PlantedFault = {
  app: 'portal',
  at: 'title:"Account"',
  becomes: `title:${throwing('planted in a dialog')}`,
};

export const THROWS_IN_THE_LINK_DIALOG: PlantedFault = {
  app: 'host',
  at: 'title:`Customer Access`',
  becomes: `title:${throwing('planted in the dialog of a link')}`,
};

export const DRAWS_ANOTHER_TEXT: PlantedFault = {
  app: 'marketing',
  at: '{title:"Four plans, side by side."',
  becomes: '{title:"Four plans in a row."',
};
