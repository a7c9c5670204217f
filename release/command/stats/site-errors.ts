import { OpsApi, type OpsConnection } from '@corvane/operations';
import { oneLine } from '@corvane/shared/lib/plain-text';
import { framesOf } from '@corvane/shared/lib/stack-frames';
import { z } from 'zod';
import type { Destination } from '../../store/destination.ts';
import { SourceMaps } from '../../store/source-maps.ts';

const errorsSchema = z.array(
  z.object({
    fingerprint: z.string(),
    version: z.string(),
    thrownIn: z.enum(['render', 'hydration', 'script', 'promise']),
    errorName: z.string(),
    stack: z.array(z.string()),
    components: z.array(z.string()),
    times: z.number(),
    paths: z.array(z.string()),
    firstSeenAt: z.string(),
    lastSeenAt: z.string(),
  }),
);
export type SiteError = z.infer<typeof errorsSchema>[number];

/**
 * Asks the backend which errors browsers reported of an application, the most frequent first.
 * @throws UserError when the backend does not answer or refuses the key.
 */
export async function fetchSiteErrors(
  connection: OpsConnection,
  app: string,
  sinceHours: number,
): Promise<SiteError[]> {
  const api = new OpsApi(connection);
  const since = new Date(Date.now() - sinceHours * 3_600_000).toISOString();
  return errorsSchema.parse(await api.rpc('site_errors', { application_param: app, since_param: since }));
}

const PLACES: Readonly<Record<SiteError['thrownIn'], string>> = {
  render: 'while drawing',
  hydration: 'the browser rendered something different from the server',
  script: 'in a script',
  promise: 'in a promise',
};

/** For people: each error with its count, its pages, and its stack in source lines. */
export async function formatSiteErrors(
  errors: readonly SiteError[],
  { app, hours }: { app: string; hours: number },
  destination: Destination,
): Promise<string> {
  if (errors.length === 0) return `No browser has reported an error of ${app} in ${hours} h.`;
  const maps = new SourceMaps((application, version) => destination.store.serverDir(application, version));
  const blocks = await Promise.all(
    errors.map(async (error) => {
      const [stack, components] = await Promise.all(
        [error.stack, error.components].map((frames) => inSourceLines(frames, destination, maps)),
      );
      return [
        `${error.times} x ${error.errorName}, ${PLACES[error.thrownIn]}: ${app} ${error.version}, ${error.fingerprint}`,
        `  on ${error.paths.map(oneLine).join(', ')}; last at ${error.lastSeenAt.slice(0, 16).replace('T', ' ')} UTC`,
        ...(stack ?? []).map((line) => `  at ${line}`),
        ...(components ?? []).map((line) => `  component ${line}`),
      ].join('\n');
    }),
  );
  return blocks.join('\n\n');
}

/** A frame without a source map stays as the browser told it. */
async function inSourceLines(
  frames: readonly string[],
  destination: Destination,
  maps: SourceMaps,
): Promise<string[]> {
  return Promise.all(
    frames.map(async (told) => {
      const [application = '', version = '', place = ''] = told.split('/');
      const base = destination.store.publicBase(application, version);
      const [frame] = framesOf(base + place);
      if (frame === undefined) return told;
      await destination.pullVersion(application, version).catch(() => null);
      const found = await maps.find(frame);
      if (found === null) return told;
      const name = found.name === '' ? '' : `${found.name} (`;
      const where = `${name}${found.file}:${found.line}${name === '' ? '' : ')'}`;
      return found.isPackage ? where : `${where}  ${found.text.slice(0, 100)}`;
    }),
  );
}
