/**
 * The grade that Mozilla's HTTP Observatory gives a site, by its own rules, for this site's headers. Points and
 * order of the rules: https://github.com/mdn/mdn-http-observatory, src/grader/charts.js, src/scanner/index.js and
 * src/analyzer/tests/*.js, version of 2026. Rules that this site cannot fail are left out: it has no CORS and no
 * script of another origin.
 */
export interface Observation {
  /** Of an HTML page over HTTPS. */
  headers: Headers;
  /** The redirect of plain HTTP on the same host. */
  plainLocation: string | null;
  host: string;
}

interface ObservatoryResult {
  grade: string;
  score: number;
  /** Points of each rule. */
  points: Readonly<Record<string, number>>;
}

/** Extra points count only for a site that has 90 without them. */
const MINIMUM_FOR_EXTRA_POINTS = 90;
/** Half a year in seconds, as the Observatory counts it. */
const MINIMUM_HSTS_SECONDS = 15_768_000;
const GRADES: readonly [number, string][] = [
  [100, 'A+'],
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [70, 'B'],
  [65, 'B-'],
  [60, 'C+'],
  [50, 'C'],
  [45, 'C-'],
  [40, 'D+'],
  [30, 'D'],
  [25, 'D-'],
];

export function observatoryGrade(seen: Observation): ObservatoryResult {
  const { headers } = seen;
  const policy = parsePolicy(headers.get('content-security-policy') ?? '');
  const points = {
    'content-security-policy': policyPoints(policy),
    cookies: cookiePoints(headers.getSetCookie()),
    redirection: redirectionPoints(seen),
    'referrer-policy': referrerPoints(headers.get('referrer-policy')),
    'strict-transport-security': hstsPoints(headers.get('strict-transport-security')),
    'x-content-type-options': headers.get('x-content-type-options')?.toLowerCase() === 'nosniff' ? 0 : -5,
    'x-frame-options': framePoints(policy, headers.get('x-frame-options')),
    'cross-origin-resource-policy': resourcePolicyPoints(headers.get('cross-origin-resource-policy')),
  };
  const all = Object.values(points);
  const withoutExtra = 100 + sum(all.filter((value) => value < 0));
  const score = Math.max(withoutExtra >= MINIMUM_FOR_EXTRA_POINTS ? 100 + sum(all) : withoutExtra, 0);
  return { score, points, grade: GRADES.find(([least]) => score >= least)?.[1] ?? 'F' };
}

type Policy = ReadonlyMap<string, ReadonlySet<string>>;

function parsePolicy(text: string): Policy {
  const directives = text.split(';').flatMap((directive) => {
    const [name, ...sources] = directive.trim().split(/\s+/);
    return name ? [[name.toLowerCase(), new Set(sources)] as const] : [];
  });
  return new Map(directives);
}

const BROAD = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*'];
const UNSAFE = [...BROAD, "'unsafe-inline'", 'data:'];

function policyPoints(policy: Policy): number {
  if (policy.size === 0) return -25;
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get('default-src') ?? new Set(['*']);
  const allows = (name: string, sources: readonly string[]) =>
    sources.some((source) => sourcesOf(name).has(source));
  if (allows('script-src', UNSAFE) || allows('object-src', BROAD)) return -20;
  const active = [...policy].filter(([name]) => name !== 'img-src' && name !== 'media-src');
  const isInsecure = (source: string) => /^(http|ftp):/.test(source);
  if (active.some(([, sources]) => [...sources].some(isInsecure))) return -20;
  if (allows('script-src', ["'unsafe-eval'"]) || allows('style-src', ["'unsafe-eval'"])) return -10;
  if ([...sourcesOf('img-src'), ...sourcesOf('media-src')].some(isInsecure)) return -10;
  if (allows('style-src', UNSAFE)) return 0;
  const base = policy.get('default-src');
  return base?.size === 1 && base.has("'none'") ? 10 : 5;
}

function cookiePoints(cookies: readonly string[]): number {
  if (cookies.length === 0) return 0;
  const points = cookies.map((cookie) => {
    const isSession = /sess|login/i.test(cookie.split('=')[0] ?? '');
    const has = (attribute: string) => new RegExp(`;\\s*${attribute}(;|=|$)`, 'i').test(cookie);
    if (isSession && !has('HttpOnly')) return -30;
    if (!has('Secure')) return isSession ? -40 : -20;
    return has('SameSite') ? 5 : 0;
  });
  return Math.min(...points);
}

function redirectionPoints({ plainLocation, host }: Observation): number {
  if (plainLocation === null) return -20;
  const target = new URL(plainLocation);
  if (target.protocol !== 'https:') return -20;
  return target.hostname === host ? 0 : -5;
}

function referrerPoints(header: string | null): number {
  if (header === null) return 0;
  const last = header.split(',').at(-1)?.trim().toLowerCase() ?? '';
  return ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'].includes(last)
    ? 5
    : -5;
}

function hstsPoints(header: string | null): number {
  const seconds = /max-age=(\d+)/i.exec(header ?? '')?.[1];
  if (seconds === undefined) return -20;
  return Number(seconds) >= MINIMUM_HSTS_SECONDS ? 0 : -10;
}

function framePoints(policy: Policy, header: string | null): number {
  const ancestors = policy.get('frame-ancestors');
  if (ancestors && !BROAD.some((source) => ancestors.has(source))) return 5;
  return /^(deny|sameorigin)$/i.test(header ?? '') ? 0 : -20;
}

function resourcePolicyPoints(header: string | null): number {
  if (header === null || header === 'cross-origin') return 0;
  return header === 'same-origin' || header === 'same-site' ? 10 : -5;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
