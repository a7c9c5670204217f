/** All code that calls the backend and reads its answers. It is one file, so its import can be repeated. */
export { readGrant } from './read-grant.ts';
export { SupabaseTransport } from './supabase-transport.ts';
