import { runCommand } from '../command/run-command.ts';
import { UserError } from '../command/user-error.ts';
import { APPS } from '../workspace/apps.ts';
import { auditPackages, EXCEPTIONS_FILE } from './audit-packages.ts';
import { formatLicenses, isAllowed } from './licenses.ts';
import { makeSbom, packagesIn } from './sbom.ts';

/** The Edge Functions ship as well. */
const SHIPPED = [...APPS, 'supabase'];

const HELP = `Third-party packages.

  supply sbom <part>       prints its packages, as CycloneDX JSON
  supply licenses [part]   lists the licenses of shipped packages; fails if one is not allowed
  supply vulnerabilities   asks the registry for known ones; fails unless each has an exception

  <part> is one of: ${SHIPPED.join(', ')}
  Exceptions, each with a reason and a last day: ${EXCEPTIONS_FILE}`;

runCommand(async () => {
  const [name, part, extra] = process.argv.slice(2);
  if (name === undefined || process.argv.includes('--help')) return console.log(HELP);
  if (extra !== undefined) throw new UserError(`"${name}" takes no "${extra}". See supply --help.`);
  if (part !== undefined && !SHIPPED.includes(part)) {
    throw new UserError(`Which part? ${SHIPPED.join(', ')}, not "${part}"`);
  }
  switch (name) {
    case 'sbom':
      if (part === undefined) throw new UserError(`Which part? ${SHIPPED.join(', ')}`);
      return console.log(await makeSbom(part));
    case 'licenses':
      return listLicenses(part === undefined ? SHIPPED : [part]);
    case 'vulnerabilities':
      if (part !== undefined) throw new UserError(`"${name}" takes no "${part}". See supply --help.`);
      return listVulnerabilities();
    default:
      throw new UserError(`There is no command "${name}". See supply --help.`);
  }
});

async function listLicenses(parts: readonly string[]): Promise<void> {
  const sboms = await Promise.all(parts.map((part) => makeSbom(part)));
  const packages = [
    ...new Map(sboms.flatMap(packagesIn).map((one) => [`${one.name}@${one.version}`, one] as const)).values(),
  ];
  console.log(formatLicenses(packages));
  const refused = packages.filter(({ license }) => !isAllowed(license));
  if (refused.length > 0) {
    const names = refused.map(({ name, license }) => `${name} (${license ?? 'none named'})`).join(', ');
    throw new UserError(`Licenses that are not allowed: ${names}`);
  }
}

async function listVulnerabilities(): Promise<void> {
  const result = await auditPackages();
  if (!result.isChecked) throw new UserError(`Not checked: ${result.why}`);
  const { packages, excepted, failures } = result;
  for (const line of excepted) console.log(`excepted: ${line}`);
  for (const line of failures) console.log(line);
  if (failures.length > 0)
    throw new UserError(`${failures.length} of ${packages} packages' vulnerabilities remain`);
  console.log(`No known vulnerability in ${packages} packages.`);
}
