import { navigationEntrySchema, pageRedirectSchema } from '@corvane/shared/contracts/remote/registry-schema';
import type { RemoteModule } from '@corvane/shared/contracts/remote/remote';
import { UserError } from '@corvane/tools/command/user-error';
import { z } from 'zod';

const LOAD = "() => import('./…')";
const FOR_ADDRESSES = `has a wrong loadFor. Use { 'name=value': ${LOAD} }.`;
const text = (what: string) => z.string({ error: what }).min(1, what);

/** The required exports of a remote. Messages name the missing part as it appears in its file. */
const remoteSchema = z.object(
  {
    contractVersion: z.number({ error: 'has no contractVersion' }).int().positive(),
    routes: z.array(
      z.object({
        path: text('has no path').startsWith('/', 'has a path without a slash at its beginning'),
        access: z.enum(['public', 'rep'], { error: 'has no access. Use "public" or "rep".' }),
        meta: z.object(
          {
            title: text('has a meta without a title'),
            description: text('has a meta without a description'),
            noIndex: z.boolean().optional(),
          },
          { error: 'has no meta. Give it a title and a description.' },
        ),
        load: z.custom((value) => typeof value === 'function', `has no load. Use ${LOAD}.`),
        loadFor: z
          .record(
            z.string(),
            z.custom((value) => typeof value === 'function'),
            { error: FOR_ADDRESSES },
          )
          .refine((each) => Object.keys(each).every((key) => /^[^?&#=]+=[^?&#]*$/.test(key)), FOR_ADDRESSES)
          .optional(),
      }),
      { error: 'has no list of routes' },
    ),
    navigation: z.array(navigationEntrySchema).optional(),
    redirects: z.array(pageRedirectSchema).optional(),
  },
  { error: 'has no default export with contractVersion and routes' },
);

/**
 * A remote as its build exports it. Types cannot guarantee this: the build may come from anywhere.
 * @throws UserError naming the file, the place in it and what is missing there.
 */
export function readRemote(app: string, module: unknown): RemoteModule {
  const file = `${app}/src/remote.ts`;
  const parsed = remoteSchema.safeParse(module);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UserError(`${file}: ${placeOf(issue?.path ?? [], module)} ${wordsOf(issue)}`);
  }
  const remote = module as RemoteModule;
  for (const { path, label, audience = 'everyone' } of remote.navigation ?? []) {
    const route = remote.routes.find((candidate) => candidate.path === path);
    if (route === undefined)
      throw new UserError(
        `${file}: navigation entry "${label}" leads to ${path}, which is no route of ${app}`,
      );
    if (route.access === 'rep' && audience !== 'rep')
      throw new UserError(
        `${file}: navigation entry "${label}" leads to a page for reps. Set its audience to "rep".`,
      );
  }
  return remote;
}

/** @example placeOf(['routes', 1, 'meta', 'title'], module) // 'route /pricing' */
function placeOf(path: readonly PropertyKey[], module: unknown): string {
  const [list, index] = path;
  if (list === undefined || index === undefined) return 'the remote';
  const item = (module as Record<string, unknown[]>)[String(list)]?.[Number(index)] as
    | { path?: unknown; label?: unknown; from?: unknown }
    | undefined;
  const name = item?.path ?? item?.label ?? item?.from ?? `number ${Number(index) + 1}`;
  const kinds: Record<string, string> = {
    routes: 'route',
    navigation: 'navigation entry',
    redirects: 'redirect',
  };
  return `${kinds[String(list)] ?? String(list)} ${String(name)}`;
}

/** Our own words, or the field with those of the schema. */
function wordsOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'does not match the contract';
  if (issue.path[0] !== 'navigation' && issue.path[0] !== 'redirects') return issue.message;
  const field = issue.path.slice(2).join('.');
  if (field === 'label') return 'has no label of one line and at most 24 characters';
  return `has a wrong ${field || 'form'}: ${issue.message}`;
}
