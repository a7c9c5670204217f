import { z } from '../lib/zod.ts';

/** The `detail` of an audit event. Its fields depend on the event, and older events may have fewer. */
export type Detail = Readonly<Record<string, unknown>>;

const detailSchema = z.record(z.string(), z.unknown());
const instantSchema = z.iso.datetime({ offset: true });

/** The fields of an object. Any other value has none. */
export function fieldsOf(value: unknown): Detail {
  return detailSchema.safeParse(value).data ?? {};
}

/** @returns null for a value that is not an instant */
export function instantOf(value: unknown): string | null {
  return instantSchema.safeParse(value).data ?? null;
}

/** @returns null for a value that is not a number */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

export function textOf(value: unknown): string {
  return value === undefined || value === null ? 'unknown' : String(value);
}

/** @example listed(['name', 'company', 'address']) // 'name, company and address' */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
