import type { PageConfig, PageOverride } from '@corvane/shared/contracts/remote/page-config';
import type { RegistryRoute, RemoteRelease } from '@corvane/shared/contracts/remote/registry';
import { storageOf } from '@corvane/shared/lib/storage-of';
import type { importRemote } from '../remotes/import-remote.ts';
import { OVERRIDE_STORAGE_KEY } from './is-overridden.ts';
import { readOverride, type SignedOverride } from './read-override.ts';

/** A parameter, because tests have no build to import. */
type ImportRemote = typeof importRemote;

/**
 * Loads another build of a remote into this tab. The address must ask for it, and the site's key must have signed it.
 * For a development server it navigates there: no page of the site runs a script of another origin.
 * @returns null when the tab shows what is live
 */
export async function applyOverride(
  config: PageConfig,
  window: Window,
  importRemote: ImportRemote,
): Promise<PageConfig | null> {
  const override = config.override ?? (await overrideOfTab(config, window));
  const live = override === null ? undefined : config.registry.remotes[override.remote];
  if (override === null || live === undefined) return null;
  showBadge(window.document, override, () => {
    storageOf('session', window).removeItem(OVERRIDE_STORAGE_KEY);
    if (override.leaveUrl === null) window.location.reload();
    else window.location.assign(override.leaveUrl);
  });
  for (const style of window.document.querySelectorAll(`style[data-href^="${live.base}"]`)) style.remove();
  const release = await releaseOf(override, live, importRemote);
  const registry = {
    ...config.registry,
    remotes: { ...config.registry.remotes, [override.remote]: release },
  };
  return { ...config, registry, override };
}

async function overrideOfTab(config: PageConfig, window: Window): Promise<PageOverride | null> {
  const signed = await readOverride(
    {
      location: window.location,
      history: window.history,
      storage: storageOf('session', window),
      fetch: window.fetch.bind(window),
      now: Date.now,
    },
    config.basename,
  );
  if (signed === null || !Object.hasOwn(config.registry.remotes, signed.remote)) return null;
  const { to } = signed;
  if ('version' in to) return overrideOfVersion(signed, to.version);
  // That origin is another tab to the browser, with its own storage and session.
  storageOf('session', window).removeItem(OVERRIDE_STORAGE_KEY);
  const { pathname, search, hash } = window.location;
  window.location.replace(to.origin + pathname.slice(config.basename.length) + search + hash);
  return null;
}

function overrideOfVersion({ remote, css, endsAt }: SignedOverride, version: string): PageOverride {
  const ends = new Date(endsAt).toLocaleString([], { weekday: 'long', hour: '2-digit', minute: '2-digit' });
  return {
    remote,
    version,
    base: `/remotes/${remote}/${version}/`,
    css,
    label: `${remote} ${version} in this tab only, until ${ends}`,
    leaveUrl: null,
  };
}

/**
 * In the registry's format. The build itself says which pages it has. If it cannot be loaded, the error card appears.
 */
async function releaseOf(
  { remote, version, base, css }: PageOverride,
  live: RemoteRelease,
  importRemote: ImportRemote,
): Promise<RemoteRelease> {
  // What a page of the live build needs has other names here.
  const routes = live.routes.map((route) => ({ ...route, preload: [] }));
  const release: RemoteRelease = { ...live, version, base, css, preload: [], routes, previous: null };
  const module = await importRemote(remote, release, 0).catch(() => null);
  if (module === null) return release;
  return {
    ...release,
    contractVersion: module.contractVersion,
    navigation: [...(module.navigation ?? [])],
    redirects: [...(module.redirects ?? [])],
    routes: module.routes.map(
      ({ path, access, meta }): RegistryRoute => ({
        path,
        access,
        title: meta.title,
        description: meta.description,
        noIndex: true,
        preload: [],
      }),
    ),
  };
}

/** The same place as a preview's badge (release/compose/html-document.ts), in a color that no page has. */
const BADGE =
  'position:fixed;inset:auto auto 1rem 1rem;z-index:2147483647;max-width:calc(100vw - 2rem);padding:.25rem 1rem;' +
  'border:1px solid #0e1b2a;border-radius:.25rem;background:#ffd75e;color:#0e1b2a;font:600 .875rem/1.5 system-ui,sans-serif';
const BUTTON =
  'min-height:2.75rem;padding:0 .25rem;border:0;background:none;color:inherit;font:inherit;text-decoration:underline;cursor:pointer';

/** Says on every page that this tab does not show what is live. A broken build cannot hide it. */
function showBadge(document: Document, { label }: PageOverride, onLeave: () => void): void {
  const badge = document.createElement('aside');
  badge.setAttribute('aria-label', 'Override');
  badge.style.cssText = BADGE;
  const button = document.createElement('button');
  button.type = 'button';
  button.style.cssText = BUTTON;
  button.textContent = 'Show the live version';
  button.addEventListener('click', onLeave);
  badge.append(`${label}. `, button);
  document.body.append(badge);
}
