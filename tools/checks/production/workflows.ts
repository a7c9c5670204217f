import { load } from 'js-yaml';
import { z } from 'zod';
import { APPS } from '../../workspace/apps.ts';

const textOrList = z.union([z.string(), z.array(z.string())]);
const triggerSchema = z
  .object({ paths: z.array(z.string()).optional(), branches: z.array(z.string()).optional() })
  .loose()
  .nullable();
const permissionsSchema = z.union([z.string(), z.record(z.string(), z.string())]);
const stepSchema = z
  .object({
    uses: z.string().optional(),
    run: z.string().optional(),
    with: z.record(z.string(), z.unknown()).optional(),
  })
  .loose();
const jobSchema = z
  .object({
    if: z.string().optional(),
    'runs-on': z.string().optional(),
    'timeout-minutes': z.number().optional(),
    container: z.union([z.string(), z.object({ image: z.string() }).loose()]).optional(),
    env: z.record(z.string(), z.unknown()).optional(),
    permissions: permissionsSchema.optional(),
    environment: z.unknown().optional(),
    steps: z.array(stepSchema).default([]),
  })
  .loose();
const workflowSchema = z
  .object({
    name: z.string().optional(),
    on: z.union([textOrList, z.record(z.string(), z.union([triggerSchema, z.array(z.unknown())]))]),
    permissions: permissionsSchema.optional(),
    jobs: z.record(z.string(), jobSchema),
  })
  .loose();
type Workflow = z.infer<typeof workflowSchema>;
type Job = z.infer<typeof jobSchema>;
type Step = z.infer<typeof stepSchema>;

/** All permissions that a job may have. None of them can change code or another workflow. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  actions: ['read'],
  contents: ['read'],
  'pull-requests': ['write'],
};
const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
const PINNED_IMAGE = /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/;
const OURS =
  /^(?:npx -y pnpm@12(?:\.\d+\.\d+)? (?:install|run|test|exec node) ?|\.ci\/run(?: |$)|npx -y supabase@[\d.]+ )/;
/** No pull request can start it. */
const ONLY_AFTER_MERGE = "github.event_name == 'push'";
/** Neither can that, nor a person with a branch that is not merged. */
const ONLY_ON_MAIN = "github.event_name != 'pull_request' && github.ref == 'refs/heads/main'";
/** In a run that has secrets, and that a pull request's run sets off. */
const OWN_BRANCH = 'github.event.workflow_run.head_repository.full_name == github.repository';

/** The token of the run, or all that GitHub knows of the run, the token too. */
const TOKEN = /\bgithub\s*(?:\.\s*token\b|\[)|\bGITHUB_TOKEN\b|toJSON\(\s*(?:github|secrets)\s*\)/i;

/** @throws for a file that is no workflow. */
export function parseWorkflow(text: string): Workflow {
  return workflowSchema.parse(load(text));
}

/** Our own rules, beside actionlint's. @returns a line for each that a workflow breaks. */
export function workflowProblems(text: string): string[] {
  const workflow = parseWorkflow(text);
  const triggers = triggersOf(workflow);
  const problems = [...unpinnedActions(text), ...permissionProblems('the workflow', workflow.permissions)];
  if (workflow.permissions === undefined) problems.push('the workflow has no permissions');
  if (triggers.includes('pull_request_target'))
    problems.push('pull_request_target runs a stranger with secrets');
  const { jobs, ...outside } = workflow;
  if (hasSecret(outside) || TOKEN.test(JSON.stringify(outside)))
    problems.push('a secret is given to every job: give it to the step that needs it');
  for (const [name, job] of Object.entries(jobs)) {
    const of = (line: string) => problems.push(`${name}: ${line}`);
    const { steps, ...beside } = job;
    if (hasSecret(beside) || TOKEN.test(JSON.stringify(beside)))
      of('a secret is given to every step: give it to the one that needs it');
    if (hasSecret(job) || job.environment !== undefined) {
      const isByHand = triggers.includes('workflow_dispatch');
      if (isByHand && job.if !== ONLY_ON_MAIN)
        of(`a job with secrets runs for any branch by hand. Set if: ${ONLY_ON_MAIN}`);
      if (!isByHand && triggers.includes('pull_request') && job.if !== ONLY_AFTER_MERGE)
        of(`a job with secrets runs for pull requests. Set if: ${ONLY_AFTER_MERGE}`);
      if (triggers.includes('workflow_run') && !job.if?.includes(OWN_BRANCH))
        of(`a job with secrets takes the build of a stranger. Set if: ${OWN_BRANCH}`);
    }
    problems.push(...permissionProblems(name, job.permissions), ...machineProblems(name, job));
    for (const step of steps) problems.push(...stepProblems(name, step));
    problems.push(...buildProblems(name, steps));
    if (
      (hasSecret(job) || TOKEN.test(JSON.stringify(job))) &&
      steps.some(({ run }) => run?.includes('pnpm@12 '))
    )
      of('pnpm floats beside a secret. Name a whole version: pnpm@12.21.0');
    const isOfPullRequest =
      triggers.includes('pull_request') && job.if !== ONLY_AFTER_MERGE && job.if !== ONLY_ON_MAIN;
    if (isOfPullRequest || steps.some(takesBuild))
      problems.push(...tokenProblems(name, steps, job.permissions ?? workflow.permissions));
  }
  return problems;
}

function triggersOf({ on }: Workflow): string[] {
  return typeof on === 'string' ? [on] : Array.isArray(on) ? on : Object.keys(on);
}

/** The comment with the tag is no part of the YAML. */
function unpinnedActions(text: string): string[] {
  return [...text.matchAll(/^\s*(?:- )?uses:\s*(.+?)\s*$/gm)].flatMap(([, action = '']) =>
    PINNED.test(action) ? [] : [`${action} is not pinned: owner/action@<commit hash> # v1.2.3`],
  );
}

function permissionProblems(of: string, permissions: Workflow['permissions']): string[] {
  if (permissions === undefined) return [];
  if (typeof permissions === 'string') return [`${of}: "${permissions}" is more than any job needs`];
  return Object.entries(permissions)
    .filter(([scope, level]) => !ALLOWED[scope]?.includes(level))
    .map(([scope, level]) => `${of}: no job needs ${scope}: ${level}`);
}

function machineProblems(name: string, job: Job): string[] {
  const problems: string[] = [];
  if (!/-\d/.test(job['runs-on'] ?? '')) problems.push(`${name}: runs-on names no version of the machine`);
  if (job['timeout-minutes'] === undefined)
    problems.push(`${name}: without timeout-minutes it hangs for hours`);
  const { container } = job;
  const image = typeof container === 'string' ? container : container?.image;
  if (image !== undefined && !PINNED_IMAGE.test(image))
    problems.push(`${name}: ${image} is not pinned by digest`);
  if (image !== undefined && job.env?.GIT_CONFIG_KEY_0 !== 'safe.directory')
    problems.push(
      `${name}: Git refuses the checkout, which is not the container's. Set safe.directory in env`,
    );
  return problems;
}

/** Takes what another run has built, such as that of a pull request. */
function takesBuild({ uses, with: inputs }: Step): boolean {
  return isDownload(uses) && inputs?.['run-id'] !== undefined;
}

function isDownload(uses: string | undefined): boolean {
  return uses?.startsWith('actions/download-artifact@') === true;
}

/** For a job that runs a branch's code: that code reads what its machine holds, also what later steps are given. */
function tokenProblems(name: string, steps: readonly Step[], permissions: Workflow['permissions']): string[] {
  const problems = steps
    .filter((step) => TOKEN.test(JSON.stringify(step)) && !takesBuild(step))
    .map(() => `${name}: the code of a branch could read the token. Give it to a job without that code`);
  const written = Object.entries(permissions ?? {}).filter(([, level]) => level === 'write');
  for (const [scope] of written)
    problems.push(
      `${name}: the code of a branch runs beside ${scope}: write. Give it to a job without that code`,
    );
  return problems;
}

/** A release builds what is not built yet. Plugins of a build are code of others. */
function buildProblems(name: string, steps: readonly Step[]): string[] {
  return steps.flatMap((step, index) => {
    const [, app] = / run release (\w+) --canary/.exec(step.run ?? '') ?? [];
    const isBuilt = steps
      .slice(0, index)
      .some((before) => before.run?.endsWith(` run build ${app}`) === true && !hasSecret(before));
    return app === undefined || isBuilt || !hasSecret(step)
      ? []
      : [`${name}: ${app} is built beside a secret. Build it in a step before, without`];
  });
}

function stepProblems(name: string, step: Step): string[] {
  const problems: string[] = [];
  if (isDownload(step.uses) && step.with?.path === undefined)
    problems.push(`${name}: an artifact is unpacked over the checkout. Set path`);
  if (step.uses?.startsWith('actions/checkout@')) {
    if (step.with?.['persist-credentials'] !== false)
      problems.push(`${name}: checkout leaves its token on disk. Set persist-credentials: false`);
    if (step.with?.ref !== undefined) problems.push(`${name}: checkout of another commit than the event's`);
  }
  if (step.run !== undefined) {
    const run = step.run.trim();
    if (run.includes('${{'))
      problems.push(`${name}: "${run}" is text of the event run as a command: use env`);
    if (run.includes('\n') || /[;&|`]|\$\(/.test(run) || !OURS.test(run))
      problems.push(`${name}: "${run}" is not one command of ours`);
  }
  return problems;
}

function hasSecret(part: unknown): boolean {
  return /\bsecrets\b/.test(JSON.stringify(part));
}

/** Every command that the jobs run, in their order. */
export function commandsOf({ jobs }: Workflow): string[] {
  return Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run }) => (run === undefined ? [] : [run.trim()])),
  );
}

type Trigger = 'pull_request' | 'push';

/** The files that set a workflow off, as GitHub's globs. null when files do not decide: any sets it off, or none. */
export function pathsOf({ on }: Workflow, trigger: Trigger): string[] | null {
  if (typeof on === 'string' || Array.isArray(on)) return null;
  const event = on[trigger];
  return event && !Array.isArray(event) ? (event.paths ?? null) : null;
}

/** Whether a pull request with this file, or a merge of it, runs the workflow. */
export function runsFor(workflow: Workflow, trigger: Trigger, file: string): boolean {
  const paths = pathsOf(workflow, trigger);
  return paths === null ? triggersOf(workflow).includes(trigger) : setsOff(paths, file);
}

/** As far as our workflows use globs: `folder/**`, `*` for names without a folder, and plain paths. */
export function setsOff(paths: readonly string[], file: string): boolean {
  return paths.some((glob) => {
    if (glob.endsWith('/**')) return file.startsWith(glob.slice(0, -2));
    if (glob.endsWith('*')) return !file.includes('/') && file.startsWith(glob.slice(0, -1));
    return file === glob;
  });
}

/** The test command as a whole, its journeys, or what an application or the backend needs. */
const WITH_JOURNEYS = new RegExp(`^\\.ci/run(?: deep)?(?: (?:journeys|backend|${APPS.join('|')}))?$`);

/** @returns each top-level folder, or file beside them, whose change passes a trigger without a journey. */
export function withoutJourneys(texts: readonly string[], files: readonly string[]): string[] {
  const workflows = texts.map(parseWorkflow);
  const problems = (['pull_request', 'push'] as const).flatMap((trigger) => {
    const running = workflows.filter(({ jobs }) =>
      Object.values(jobs).some(
        (job) => runsOn(job, trigger) && job.steps.some(({ run = '' }) => WITH_JOURNEYS.test(run.trim())),
      ),
    );
    return files
      .filter((file) => !running.some((workflow) => runsFor(workflow, trigger, file)))
      .map((file) => `${trigger} of ${file.split('/', 1)[0]}`);
  });
  return [...new Set(problems)];
}

/** As far as our jobs use conditions: one event, or all but one. */
function runsOn({ if: condition = '' }: Job, trigger: Trigger): boolean {
  const [, comparison, event] = /github\.event_name ([!=]=) '(\w+)'/.exec(condition) ?? [];
  return event === undefined || (comparison === '==') === (event === trigger);
}
