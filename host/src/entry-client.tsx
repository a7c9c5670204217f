import '@corvane/shared/link/take-link-token.js';
import './styles.css';
import { PAGE_CONFIG_ELEMENT_ID, type PageConfig } from '@corvane/shared/contracts/remote/page-config';
import { isOverridden } from './override/is-overridden.ts';
import { importRemote } from './remotes/import-remote.ts';
import { takeOpenedLink } from './sign-in/opened-link.ts';
import { startPage } from './start-page.tsx';

const openedLink = takeOpenedLink(window);
const config = readPageConfig();
// Not awaited: the loaded script imports this one, so each would wait for the other.
if (isOverridden(config, window)) void startOverridden();
// In a task of its own. A tap then need not wait for both this and the evaluation of the scripts.
else setTimeout(() => startPage({ config, openedLink, isOverridden: false }));

async function startOverridden(): Promise<void> {
  const overridden = await import('./override/apply-override.ts')
    .then(({ applyOverride }) => applyOverride(config, window, importRemote))
    .catch((error: unknown) => {
      console.error(error);
      return null;
    });
  startPage({ config: overridden ?? config, openedLink, isOverridden: overridden !== null });
}

function readPageConfig(): PageConfig {
  const text = document.getElementById(PAGE_CONFIG_ELEMENT_ID)?.textContent;
  if (!text) throw new Error('The page carries no configuration');
  return JSON.parse(text) as PageConfig;
}
