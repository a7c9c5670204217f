import './styles.css';
import { BRAND } from '@corvane/shared/brand/brand';
import type { PageMeta, RemoteModule } from '@corvane/shared/contracts/remote/remote';
import { PAGES } from './pages.ts';

const remote: RemoteModule = {
  // Not CONTRACT_VERSION: this number says which contract the code was written for, not which one the checkout has.
  contractVersion: 1,
  routes: Object.entries(PAGES).map(([path, { html, ...page }]) => ({
    path,
    access: 'public',
    meta: metaOf(html),
    ...page,
  })),
};

/** Only the release tool reads these, in the server build. A browser finds them in the registry. */
function metaOf(html: (typeof PAGES)[string]['html']): PageMeta {
  if (!import.meta.env.SSR || html === false) return { title: '', description: '' };
  const { name, title = `${name} | ${BRAND.name}`, description, noIndex } = html;
  return { title, description, noIndex };
}

export default remote;
