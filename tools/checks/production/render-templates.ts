import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

const ROLES = path.join(WORKSPACE_ROOT, 'production/roles');
const STRONG = 'f3a91c7d5e0b248692d7c1e4a6053b8f7d2e9c41b6a8f0357e1d4c2b9a6f8035';
const NAMES = [
  ...['session_jwt_secret', 'sales_id_pepper', 'edge_secret', 'secret_key', 'publishable_key'],
  ...['database_owner_password', 'database_api_password', 'smtp_password'],
];
/** A strong one each. */
export const SECRETS: Record<string, string[]> = Object.fromEntries(
  NAMES.map((name, at) => [name, [`${at}${STRONG}`]]),
);

/** A host and its private address, by the group that it is in. */
export const FIVE_MACHINES: Record<string, Record<string, string>> = {
  database: { data: '10.0.0.1' },
  backend: { api: '10.0.0.2' },
  jobs: { api: '10.0.0.2' },
  web: { 'web-1': '10.0.0.3', 'web-2': '10.0.0.4' },
  archive: { copies: '10.0.0.5' },
};
const ONE_MACHINE = Object.fromEntries(
  Object.keys(FIVE_MACHINES).map((group) => [group, { corvane: undefined }]),
);

/**
 * Renders templates of the playbook, as an apply does. Needs Ansible.
 * @param templates of `production/roles`, such as `backend/templates/rest.conf.j2`
 * @param values in place of the inventory's. Without `groups`: one machine
 * @returns the text of each, by its name without `.j2`
 */
export function renderTemplates(
  templates: readonly string[],
  values: Record<string, unknown> = {},
  groups: Record<string, Record<string, string | undefined>> = ONE_MACHINE,
): Record<string, string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'corvane-templates-'));
  const at = (name: string) => path.join(folder, name);
  const nameOf = (template: string) => path.basename(template, '.j2');
  const children = Object.entries(groups).map(([group, hosts]) => [
    group,
    {
      hosts: Object.fromEntries(
        Object.entries(hosts).map(([host, private_address]) => [
          host,
          { ansible_connection: 'local', ansible_host: '192.0.2.1', private_address },
        ]),
      ),
    },
  ]);
  const given = {
    site_host: 'www.corvane.example',
    manager_email: 'mary@corvane.example',
    ...{ smtp_host: 'smtp.corvane.example', smtp_port: 587, smtp_user: 'corvane' },
    service_token: { stdout: 'token' },
    ...values,
    secrets: { ...SECRETS, ...(values.secrets as Record<string, string[]> | undefined) },
  };
  const play = {
    hosts: 'jobs',
    gather_facts: false,
    vars_files: [path.join(ROLES, 'settings/defaults/main.yml')],
    tasks: templates.map((template) => ({
      'ansible.builtin.template': {
        src: path.join(ROLES, template),
        dest: at(nameOf(template)),
        mode: '0600',
      },
    })),
  };
  writeFileSync(at('inventory.json'), JSON.stringify({ all: { children: Object.fromEntries(children) } }));
  writeFileSync(at('values.json'), JSON.stringify(given));
  writeFileSync(at('play.json'), JSON.stringify([play]));
  execFileSync(
    'ansible-playbook',
    ['-i', at('inventory.json'), '--extra-vars', `@${at('values.json')}`, at('play.json')],
    { env: { ...process.env, HOME: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  return Object.fromEntries(
    templates.map((template) => [nameOf(template), readFileSync(at(nameOf(template)), 'utf8')]),
  );
}
