import { UserError } from '../../../command/user-error.ts';

/** @throws UserError when the text is no URL of a PostgreSQL, without repeating it: it may hold a password. */
export function parseDatabaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol))
    throw new UserError('DATABASE_URL must be like postgres://user:password@host:5432/database');
  return url;
}
