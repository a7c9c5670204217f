import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { UserError } from '@corvane/tools/command/user-error';

const SECRET_NAME = /SECRET|KEY|PASSWORD|PEPPER|TOKEN/;
const PRIVATE_FILE = /\.(pem|key|p12|pfx|crt)$|^\.env/i;
const EDGE_SECRET = /(map\s+""\s+\$edge_secret\s*\{[^}]*?default\s+")[^"]*(")/g;

/** Values of the variables whose names say that they are secret. */
function secretValues(environment: string): string[] {
  return Object.entries(parseEnv(environment))
    .filter(([name, value]) => SECRET_NAME.test(name) && (value ?? '').length > 0)
    .map(([, value]) => value ?? '');
}

/** The variables with empty secrets. */
function variablesWithoutSecrets(environment: string): string {
  const variables = Object.entries(parseEnv(environment));
  return variables
    .map(([name, value]) => `${name}=${SECRET_NAME.test(name) ? '' : JSON.stringify(value)}\n`)
    .join('');
}

/**
 * Copies nginx's files and the functions' variables into a folder, without secrets and without keys of certificates.
 * @throws UserError when something cannot be read.
 */
export async function copyConfiguration(
  target: string,
  { nginx, functionsEnv }: { nginx: string | null; functionsEnv: string | null },
): Promise<void> {
  await mkdir(target, { recursive: true });
  const environment = functionsEnv === null ? '' : await textOf(functionsEnv);
  if (functionsEnv !== null)
    await writeFile(path.join(target, 'functions.env'), variablesWithoutSecrets(environment));
  if (nginx === null) return;
  const secrets = secretValues(environment);
  const entries = await readdir(nginx, { withFileTypes: true }).catch(() => {
    throw new UserError(`--configuration ${nginx} cannot be read`);
  });
  await mkdir(path.join(target, 'nginx'));
  for (const entry of entries) {
    if (!entry.isFile() || PRIVATE_FILE.test(entry.name)) continue;
    const copy = path.join(target, 'nginx', entry.name);
    if (!entry.name.endsWith('.conf')) {
      await cp(path.join(nginx, entry.name), copy);
      continue;
    }
    let text = (await textOf(path.join(nginx, entry.name))).replaceAll(EDGE_SECRET, '$1$2');
    for (const secret of secrets) text = text.replaceAll(secret, '');
    await writeFile(copy, text);
  }
}

function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw new UserError(`${file} cannot be read`);
  });
}
