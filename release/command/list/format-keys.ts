import { formatTable } from '@corvane/tools/command/format-table';
import { appsWithKeys, keysOf } from '../../change/signing/site-keys.ts';
import type { Destination } from '../../store/destination.ts';
import { signatureFile } from '../../store/release-record.ts';

/** The keys of each application, and which of them signed what is live: those are not to be revoked yet. */
export async function formatKeys(destination: Destination): Promise<string> {
  const apps = await appsWithKeys(destination);
  if (apps.length === 0)
    return 'This site takes unsigned releases. "release signing-key <application>" makes the first key.';
  const { versions = {}, compositionId = '' } = (await destination.pull()) ?? {};
  const rows: string[][] = [];
  for (const app of apps) {
    for (const { id } of await keysOf(destination, app)) {
      const hasSigned = async (what = '') =>
        (await destination.readText(signatureFile(app, what, id))) !== null;
      const signed = [
        ...((await hasSigned(versions[app])) ? [`signed ${versions[app]}, which is live`] : []),
        ...((await hasSigned(compositionId)) ? ['signed the live pages'] : []),
      ];
      rows.push([app, id, signed.join('; ')]);
    }
  }
  const without = Object.keys(versions).filter((app) => !apps.includes(app));
  const missing = without.map((app) => `${app} has no key, so no new version of it can go live.`);
  return [formatTable([['application', 'key', ''], ...rows]), ...missing].join('\n');
}
