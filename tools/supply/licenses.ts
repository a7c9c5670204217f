import { formatTable } from '../command/format-table.ts';
import type { ShippedPackage } from './sbom.ts';

/** Licenses under which a closed product may ship a package. Another one needs a person who has read it. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]);

/** `A OR B` needs one allowed license, `A AND B` needs all. Anything else, such as an exception to a license, is not allowed. */
export function isAllowed(license: string | null): boolean {
  if (license === null) return false;
  return license
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => ALLOWED.has(one.trim())));
}

/** A table of licenses and their packages, the most frequent first. Those that are not allowed are marked. */
export function formatLicenses(packages: readonly ShippedPackage[]): string {
  const byLicense = new Map<string, ShippedPackage[]>();
  for (const one of packages) {
    const license = one.license ?? 'none named';
    byLicense.set(license, [...(byLicense.get(license) ?? []), one]);
  }
  const rows = [...byLicense.entries()]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([license, own]) => [
      license,
      isAllowed(own[0]?.license ?? null) ? '' : 'not allowed',
      String(own.length),
      own.map(({ name, version }) => `${name} ${version}`).join(', '),
    ]);
  return formatTable([['license', '', 'count', 'packages'], ...rows]);
}
