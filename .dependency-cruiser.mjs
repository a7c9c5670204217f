import { existsSync, readdirSync, readFileSync } from 'node:fs';

/*
 * Which file may import which. The test command checks it (`test static`), and `tools/checks/import-rules.test.ts`
 * breaks each rule once. The rules come from the folders that are there, so a new application is guarded from its first
 * file.
 */

/** The tools, operations and releases from the bottom up. A folder imports only those before it. */
const LAYERS = [
  'tools/workspace/',
  'tools/command/',
  'tools/catalogue/',
  'tools/process/',
  'tools/machine/',
  'tools/postgres/',
  'tools/supply/',
  'tools/build/',
  'tools/gateway/',
  'operations/api/',
  'release/store/',
  'release/build/',
  'release/compose/',
  'release/candidate/',
  'release/change/',
  'release/decide/',
  'release/command/',
  'release/bundle/',
  'release/[^/]+$',
  'tools/stack/backend/data-dir/',
  'tools/stack/backend/engine/',
  'tools/stack/backend/api/',
  'tools/stack/backend/schema/',
  'tools/stack/backend/mail/',
  'tools/stack/backend/functions/',
  'tools/stack/backend/[^/]+$',
  'tools/stack/[^/]+$',
  'tools/db/',
  'operations/(?!api/)',
  'tools/checks/',
  'e2e/',
  'tools/test/',
  'tools/new-remote/',
  'tools/rehearse/',
  'tools/screens/',
  'tools/bench/',
];

/** The folders with a package of their own. */
const PACKAGES = readdirSync('.').filter((folder) => existsSync(`${folder}/package.json`));
/** They build, run and test the others, so they may import all of them. */
const OBSERVERS = ['tools', 'operations', 'release', 'e2e'];
/** They run beside the site, or before it is live. Nothing of them ships. */
const TOOLS = '^(tools|operations|release)/';
/** The files that a package offers to others, for each package that names them one by one. */
const OFFERED = PACKAGES.map((folder) => {
  const { exports = { './*': './*' } } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  return [folder, Object.values(exports).map((file) => file.slice('./'.length))];
}).filter(([, files]) => !files.some((file) => file.includes('*')));
/** Build settings do not ship, and the tests of the backend run it as the stack does. */
const MAY_IMPORT_TOOLS = [
  '^[^/]+[.]config[.]ts$',
  '^[^/]+/[^/]+[.]config[.]ts$',
  '^supabase/tests/',
  '^supabase/.*[.]test[.]ts$',
];
/** Their subfolders are rooms. A room does not reach into its neighbor. */
const HALLS = '[^/]+/src/features|[^/]+/src/routes|supabase/functions/api/handlers';

/** Words that come before any answer: pages made at release time, and the first lines of a panel. */
const BEFORE_ANY_ANSWER = [
  '^marketing/src/content/',
  '^portal/src/features/qualify/qualify-panel[.]tsx$',
  // No answer of a sign-in carries this period.
  '^shared/src/ui/access-note[.]tsx$',
  // The table of periods that the privacy page says.
  '^shared/src/contracts/backend/retention-days[.]ts$',
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'an application imports only itself and shared',
      severity: 'error',
      from: { path: `^(?!${OBSERVERS.join('|')})(${PACKAGES.join('|')})/` },
      to: { path: `^(${PACKAGES.join('|')})/`, pathNot: ['^$1/', '^shared/', TOOLS] },
    },
    {
      name: 'what ships does not import tools',
      severity: 'error',
      from: { pathNot: [`^(${OBSERVERS.join('|')})/`, ...MAY_IMPORT_TOOLS] },
      to: { path: TOOLS },
    },
    ...OFFERED.map(([folder, files]) => ({
      name: `others import only what ${folder} offers`,
      severity: 'error',
      from: { pathNot: `^${folder}/` },
      to: { path: `^${folder}/`, pathNot: files.map((file) => `^${folder}/${file}$`) },
    })),
    {
      name: 'a feature, a route and a kind of handlers do not reach into their neighbors',
      severity: 'error',
      from: { path: `^(${HALLS})/([^/]+)/` },
      to: { path: '^$1/[^/]+/', pathNot: '^$1/$2/' },
    },
    {
      name: 'what host and remotes owe each other knows nothing of the backend',
      severity: 'error',
      from: { path: '^shared/src/contracts/remote/' },
      to: { path: '^shared/src/contracts/backend/' },
    },
    {
      name: 'pages take the types of the list of calls, and leave its schemas to the server',
      severity: 'error',
      from: {
        path: `^(?!${OBSERVERS.join('|')}|supabase)(${PACKAGES.join('|')})/`,
        pathNot: '[.]test[.]tsx?$',
      },
      to: { path: '^shared/src/contracts/backend/calls[.]ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'words after an answer take a term from the answer',
      severity: 'error',
      from: { pathNot: [`^(${OBSERVERS.join('|')}|supabase/tests)/`, ...BEFORE_ANY_ANSWER] },
      to: { path: '^shared/src/contracts/backend/terms[.]ts$' },
    },
    {
      name: 'browsers get the functional form of Zod',
      severity: 'error',
      from: { path: '^(host|marketing|portal|shared)/src/' },
      to: { path: '^zod$|/zod/index[.]' },
    },
    {
      name: 'what is imported is there',
      severity: 'error',
      // The kept declarations name each other as their sources did.
      from: { pathNot: '^shared/src/contracts/remote/kept/' },
      to: { couldNotResolve: true, pathNot: ['^virtual:', '[?]raw$'] },
    },
    {
      name: 'a package declares what it imports',
      severity: 'error',
      from: {},
      // The root brings Vitest for all packages.
      to: { dependencyTypes: ['npm-no-pkg'], pathNot: '/vitest/' },
    },
    {
      name: 'one file of the host and one of the build know the federation plugin',
      severity: 'error',
      from: { pathNot: ['^host/src/remotes/import-remote[.]ts$', '^tools/build/vite-config[.]ts$'] },
      to: { path: '^virtual:__federation__$|vite-plugin-federation' },
    },
    {
      name: 'imports make no circle',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...LAYERS.slice(0, -1).map((layer, index) => ({
      name: `${layer.replace(/[[(].*/, '')} imports only the layers below it`,
      severity: 'error',
      from: { path: `^${layer}` },
      to: { path: LAYERS.slice(index + 1).map((above) => `^${above}`) },
    })),
    {
      name: 'each folder of tools is a layer',
      severity: 'error',
      from: { path: TOOLS, pathNot: LAYERS.map((layer) => `^${layer}`) },
      to: {},
    },
    {
      name: 'each folder of tools is a layer, also of files that import nothing',
      severity: 'error',
      from: { orphan: true, path: TOOLS, pathNot: LAYERS.map((layer) => `^${layer}`) },
      to: {},
    },
  ],
  options: {
    // Folders whose names begin with a point. An import of `./x` that is not there is written so as well.
    exclude: { path: '^[^/]+/dist/|^tools/checks/fixtures/|^[.][^./]' },
    doNotFollow: { path: 'node_modules' },
    // Imports of types count as well.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
