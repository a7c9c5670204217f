import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { PRODUCT_NAME_MAX } from '../../shared/src/contracts/backend/browser-limits.ts';
import { priceCentsSchema } from '../../shared/src/contracts/backend/prices/price-management.ts';
import { isOneLine } from '../../shared/src/lib/plain-text.ts';
import { UserError } from '../command/user-error.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';

/** The plans of the specification, with their first prices. Nothing that a visitor downloads is made from it. */
export const CATALOGUE_FILE = path.join(WORKSPACE_ROOT, 'supabase/catalogue.json');

const HALF_CHARACTER = /\p{Cs}/u;
/** PostgreSQL cannot store a null character or half a character. The others would be invisible on the page. */
const lineSchema = z
  .string()
  .refine(
    (text) => isOneLine(text) && !HALF_CHARACTER.test(text),
    'must be one line of plain text, without control characters or invisible characters',
  );
const nameSchema = lineSchema.min(1).max(PRODUCT_NAME_MAX);

const catalogueSchema = z.strictObject({
  plans: z
    .array(
      z.strictObject({
        slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
        name: nameSchema,
        description: lineSchema,
        isPopular: z.boolean(),
        isEnterprise: z.boolean(),
        price: z.strictObject({
          monthlyCents: priceCentsSchema,
          /** For twelve months paid at once. */
          annualCents: priceCentsSchema,
          /** One-time fee. */
          activationCents: priceCentsSchema,
        }),
        /** In the order in which they are shown. */
        features: z
          .array(z.strictObject({ name: nameSchema, limit: nameSchema }))
          .superRefine((features, context) => refuseRepeated(features, 'name', context)),
      }),
    )
    .min(1)
    .superRefine((plans, context) => {
      refuseRepeated(plans, 'slug', context);
      refuseRepeated(plans, 'name', context);
    }),
});
type Catalogue = z.infer<typeof catalogueSchema>;

function refuseRepeated<K extends string>(
  rows: readonly Readonly<Record<K, string>>[],
  key: K,
  context: z.RefinementCtx,
): void {
  const values = rows.map((row) => row[key]);
  for (const [index, value] of values.entries()) {
    if (values.indexOf(value) === index) continue;
    context.addIssue({ code: 'custom', path: [index, key], message: `"${value}" is there twice` });
  }
}

/** First price of a plan. @throws Error when the catalogue has no such plan. */
export function priceOf(slug: string): Catalogue['plans'][number]['price'] {
  const plan = readCatalogue().plans.find((one) => one.slug === slug);
  if (plan === undefined) throw new Error(`The catalogue has no plan "${slug}"`);
  return plan.price;
}

/** Reads a catalogue. @throws UserError naming the file and its error. */
export function readCatalogue(file = CATALOGUE_FILE): Catalogue {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UserError(`The catalogue ${file} cannot be read: ${(error as Error).message}`);
  }
  const parsed = catalogueSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  throw new UserError(`The catalogue ${file} is not valid: ${wrong}`);
}
