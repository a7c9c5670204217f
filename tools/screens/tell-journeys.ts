import type { RunningSite } from '../stack/start-site.ts';

/** Puts the site's address into the environment, where modules of e2e that are imported later find it. */
export function tellJourneys({ url, siteRoot, backend, backendUrl }: RunningSite): void {
  process.env.SITE_URL = url;
  process.env.BACKEND_URL = backendUrl;
  process.env.SITE_ROOT = siteRoot;
  process.env.STACK_DATABASE_URL = backend.databaseUrl;
  process.env.SUPABASE_SECRET_KEY = backend.secretKey;
  process.env.SUPABASE_PUBLISHABLE_KEY = backend.publishableKey;
  process.env.DEMO_SALES_ID = backend.demo.salesIds[0];
  process.env.DEMO_ACCESS_TOKEN = backend.demo.accessToken;
}
