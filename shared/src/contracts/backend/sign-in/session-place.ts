import { z } from '../../../lib/zod.ts';

/** The time of a row as UTC ISO 8601. PostgREST writes it so. The embedded API writes PostgreSQL's own format. */
export const rowInstant = z
  .string()
  .transform((text) => new Date(text.replace(' ', 'T').replace(/[+-]\d\d$/, '$&:00')))
  .refine((date) => !Number.isNaN(date.getTime()), 'is no time')
  .transform((date) => date.toISOString());

/** Columns of a sign-in. Address and agent are what the server saw, or null when unknown. */
export const SESSION_COLUMNS = {
  id: z.uuid(),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: rowInstant,
  expires_at: rowInstant,
};

/** A session: where it began and when it ends. Instants are UTC ISO 8601. */
export interface SessionPlace {
  id: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: string;
  expiresAt: string;
}

export function sessionPlaceOf(row: z.output<z.ZodObject<typeof SESSION_COLUMNS>>): SessionPlace {
  return {
    id: row.id,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
