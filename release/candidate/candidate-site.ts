import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startGateway } from '@corvane/tools/gateway/gateway';
import { LANES } from '../store/site-state.ts';
import type { SiteStore } from '../store/site-store.ts';

interface CandidateSite {
  url: string;
  close(): Promise<void>;
}

/** Composed pages that are not live. */
export interface Candidate {
  pagesDir: string;
  /** Prefix of every path: '' for the site, `/_preview/<token>` for a preview. */
  basename: string;
}

/**
 * Serves a candidate, with the edge's routing and headers, for this machine alone.
 * @param answer the backend's answer.
 */
export async function serveCandidate(
  store: SiteStore,
  { pagesDir, basename }: Candidate,
  answer: (request: Request) => Promise<Response>,
): Promise<CandidateSite> {
  const root = await mkdtemp(path.join(tmpdir(), 'corvane-candidate-'));
  const lanes = path.join(root, 'current/lanes');
  await mkdir(lanes, { recursive: true });
  for (const lane of LANES) await symlink(pagesDir, path.join(lanes, lane));
  await writeFile(path.join(root, 'current/healthz.json'), '{"status":"ok","versions":{},"canaries":[]}');
  for (const published of ['assets', 'remotes']) {
    await symlink(path.join(store.root, published), path.join(root, published));
  }
  if (basename !== '') {
    await mkdir(path.join(root, 'previews'));
    await symlink(pagesDir, path.join(root, 'previews', path.basename(basename)));
  }
  const gateway = await startGateway({
    port: 0,
    siteRoot: root,
    backend: { fetch: answer, healthy: async () => true },
  });
  return {
    url: `http://127.0.0.1:${gateway.port}`,
    close: async () => {
      await gateway.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
