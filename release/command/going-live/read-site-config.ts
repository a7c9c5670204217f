import { UserError } from '@corvane/tools/command/user-error';
import { type SiteConfig, siteConfigSchema } from '../../store/site-config.ts';

/** Without the key of the overrides: `release override-key` makes it. */
const VARIABLES: Readonly<Record<keyof Omit<SiteConfig, 'overrideKey'>, string>> = {
  siteUrl: 'SITE_URL',
  apiUrl: 'API_URL',
  publishableKey: 'SUPABASE_PUBLISHABLE_KEY',
  webhookUrl: 'RELEASE_WEBHOOK_URL',
};

/**
 * The settings of the pages: the live site's, replaced by those in the environment. undefined for a first release
 * without settings.
 * @throws UserError for an invalid setting.
 */
export function readSiteConfig(env: NodeJS.ProcessEnv, live: SiteConfig | undefined): SiteConfig | undefined {
  const named = Object.entries(VARIABLES).flatMap(([key, variable]) => {
    const value = env[variable];
    return value ? [[key, value.replace(/\/+$/, '')]] : [];
  });
  const settings = { apiUrl: '', ...live, ...Object.fromEntries(named) };
  if (!settings.siteUrl && !settings.publishableKey) return undefined;
  const parsed = siteConfigSchema.safeParse(settings);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues[0]?.path[0] as keyof typeof VARIABLES;
  throw new UserError(`${VARIABLES[wrong]} is missing or invalid: "${settings[wrong] ?? ''}"`);
}
