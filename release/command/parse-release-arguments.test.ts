import { expect, test } from 'vitest';
import { parseReleaseArguments } from './parse-release-arguments.ts';

const APPS = ['host', 'marketing', 'portal'];
const parse = (line: string) => parseReleaseArguments(line.split(' '), APPS);

test.each([
  ['marketing', { name: 'release', app: 'marketing', build: null, preview: false, canaryPercent: null }],
  ['host --canary 10', { name: 'release', app: 'host', build: null, preview: false, canaryPercent: 10 }],
  ['host --canary 10 --decide', { name: 'release', app: 'host', canaryPercent: 10, decideHours: 24 }],
  ['host --canary 10 --decide --hours 2', { name: 'release', canaryPercent: 10, decideHours: 2 }],
  ['host --canary 10', { name: 'release', canaryPercent: 10, decideHours: null }],
  ['portal --preview', { name: 'release', app: 'portal', build: null, preview: true, canaryPercent: null }],
  [
    'portal --build out',
    { name: 'release', app: 'portal', build: 'out', preview: false, canaryPercent: null },
  ],
  ['promote portal', { name: 'promote', app: 'portal', percent: null }],
  ['promote portal 25', { name: 'promote', app: 'portal', percent: 25 }],
  ['abort marketing', { name: 'abort', app: 'marketing' }],
  ['rollback portal', { name: 'rollback', app: 'portal', version: null }],
  ['rollback portal --live', { name: 'rollback', app: 'portal', live: true }],
  ['rollback portal 1a2b', { name: 'rollback', app: 'portal', version: '1a2b' }],
  ['restore 12', { name: 'restore', revision: 12 }],
  ['list', { name: 'list', app: null }],
  ['list host', { name: 'list', app: 'host' }],
  ['diff portal 1a2b', { name: 'diff', app: 'portal', build: null, version: '1a2b' }],
  ['prune --dry-run', { name: 'prune', dryRun: true }],
  ['stats --hours 48', { name: 'stats', hours: 48, days: 28, json: false }],
  ['stats --days 7 --json', { name: 'stats', hours: 24, days: 7, json: true }],
  ['marketing --behind', { name: 'release', app: 'marketing', behind: true }],
  ['marketing --insist mended', { name: 'release', app: 'marketing', insist: 'mended' }],
  ['list blog', { name: 'list', app: 'blog' }],
  ['notes blog', { name: 'notes', app: 'blog' }],
  ['rollback blog', { name: 'rollback', app: 'blog' }],
  ['promote blog', { name: 'promote', app: 'blog', percent: null }],
  ['abort blog', { name: 'abort', app: 'blog' }],
  ['bad blog 1a2b slow', { name: 'bad', app: 'blog' }],
  ['good blog 1a2b', { name: 'good', app: 'blog' }],
  ['errors blog', { name: 'errors', app: 'blog' }],
  ['revoke-key blog 1a2b', { name: 'revoke-key', app: 'blog' }],
  ['notes portal', { name: 'notes', app: 'portal' }],
  ['remove blog', { name: 'remove', remote: 'blog', to: '/' }],
  ['remove blog --to /about', { name: 'remove', remote: 'blog', to: '/about' }],
  ['good portal 1a2b', { name: 'good', app: 'portal', version: '1a2b' }],
  ['bad portal 1a2b slow', { name: 'bad', app: 'portal', version: '1a2b', why: 'slow' }],
  [
    `end-preview https://x.test/_preview/${'a1'.repeat(16)}/pricing`,
    { name: 'end-preview', token: 'a1'.repeat(16) },
  ],
  ['pull /srv/site', { name: 'pull', directory: '/srv/site' }],
  ['policy marketing --preview', { name: 'policy', role: { kind: 'preview', app: 'marketing' } }],
  ['policy web', { name: 'policy', role: { kind: 'web' } }],
  ['policy prune', { name: 'policy', role: { kind: 'prune' } }],
])('release %s', (line, command) => {
  expect(parse(line)).toMatchObject(command);
});

test.each([
  ['blog', 'Which application? host, marketing, portal, not "blog"'],
  ['rollback', 'Which application? host, marketing, portal'],
  ['marketing --canary 0', '--canary must be a whole number from 1 to 50, not "0"'],
  ['marketing --canary 51', '--canary must be a whole number from 1 to 50, not "51"'],
  ['marketing --canary 2.5', '--canary must be a whole number from 1 to 50, not "2.5"'],
  ['marketing --canary 5 --preview', 'Use --preview or --canary, not both'],
  ['marketing --canary 5 --canary 10', '--canary is given twice. See release --help.'],
  ['prune --dry-run --dry-run', '--dry-run is given twice. See release --help.'],
  ['marketing --decide', '--decide needs a canary: release marketing --canary 10 --decide'],
  ['marketing --preview --decide', '--decide needs a canary'],
  ['blog --canary 10 --decide', 'Which application? host, marketing, portal, not "blog"'],
  ['marketing --canary 10 --hours 2', '"marketing" has no option --hours. See release --help.'],
  ['marketing --canary 10 --decide --hours 0', '--hours must be a whole number from 1 to 720, not "0"'],
  ['promote', 'Which application? host, marketing, portal'],
  ['promote portal 25 5', '"promote" takes no "5". See release --help.'],
  ['abort', 'Which application? host, marketing, portal'],
  ['promote portal --decide', '"promote" has no option --decide. See release --help.'],
  ['marketing 1a2b', '"marketing" takes no "1a2b". See release --help.'],
  ['promote marketing 1a2b', 'The percentage must be a whole number from 1 to 50, not "1a2b"'],
  ['rollback portal 1 2', '"rollback" takes no "2". See release --help.'],
  ['list --preview', '"list" has no option --preview. See release --help.'],
  ['marketing --force', "Unknown option '--force'. See release --help."],
  ['marketing --insist', "Option '--insist <value>' argument missing. See release --help."],
  ['marketing --insist=', "--insist needs a reason: --insist 'why'"],
  ['stats --hours many', '--hours must be a whole number from 1 to 720, not "many"'],
  ['stats --days 0', '--days must be a whole number from 1 to 760, not "0"'],
  ['restore', 'The state to restore must be a whole number from 1 to 1000000000, not ""'],
  ['bad portal 1a2b', 'bad needs a version and a reason. See release --help.'],
  ['good portal', 'good needs a version. See release --help.'],
  ['remove', 'Which remote? release remove <remote> [--to /path]'],
  ['remove host', 'Which remote?'],
  ['rollback portal --behind', '"rollback" has no option --behind. See release --help.'],
  ['end-preview abc', 'Which preview? release end-preview <address of the preview>'],
  ['pull', 'pull needs a directory: release pull <directory>'],
  ['policy prune --preview', '"policy" has no option --preview. See release --help.'],
])('release %s is one clear line', (line, message) => {
  expect(() => parse(line)).toThrow(message);
});

test.each([
  ['marketing', 'mended elsewhere', 'mended elsewhere'],
  ['marketing --insist mended', 'elsewhere', 'mended'],
  ['marketing', '', null],
  ['marketing', ' ', null],
])('release %s in a pipeline with the reason %j insists with %j', (line, RELEASE_INSIST, insist) => {
  expect(parseReleaseArguments(line.split(' '), APPS, { RELEASE_INSIST })).toMatchObject({ insist });
});
