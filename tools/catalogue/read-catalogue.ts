import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { priceCentsSchema } from '../../shared/src/contracts/backend/price-management.ts';
import { UserError } from '../command/user-error.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';

/** The plans of the specification, with their first prices. Nothing that a visitor downloads is made from it. */
export const CATALOGUE_FILE = path.join(WORKSPACE_ROOT, 'supabase/catalogue.json');

const catalogueSchema = z.strictObject({
  plans: z
    .array(
      z.strictObject({
        slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
        name: z.string().min(1).max(100),
        description: z.string(),
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
        features: z.array(
          z.strictObject({ name: z.string().min(1).max(100), limit: z.string().min(1).max(100) }),
        ),
      }),
    )
    .min(1),
});
export type Catalogue = z.infer<typeof catalogueSchema>;

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
