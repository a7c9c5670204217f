import type { RunningSite } from '../stack/start-site.ts';

/** Says in the environment where the site is: what is imported from e2e after this finds it there. */
export function tellJourneys({ url, siteRoot, backend, backendUrl }: RunningSite): void {
  process.env.SITE_URL = url;
  process.env.BACKEND_URL = backendUrl;
  process.env.SITE_ROOT = siteRoot;
  process.env.SUPABASE_SECRET_KEY = backend.secretKey;
  process.env.SUPABASE_PUBLISHABLE_KEY = backend.publishableKey;
  process.env.DEMO_SALES_ID = backend.demo.salesIds[0];
  process.env.DEMO_ACCESS_TOKEN = backend.demo.accessToken;
}
