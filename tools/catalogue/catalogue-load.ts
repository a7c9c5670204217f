import { z } from 'zod';
import { UserError } from '../command/user-error.ts';

/** What `load_catalogue` answers. */
const answerSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('loaded'),
    plansAdded: z.number(),
    featuresAdded: z.number(),
    pricesAdded: z.number(),
    differences: z.array(
      z.object({
        plan: z.string(),
        thing: z.string(),
        inDatabase: z.string(),
        /** null: the catalogue does not have it. */
        inCatalogue: z.string().nullable(),
      }),
    ),
  }),
  z.object({ outcome: z.literal('taken'), plan: z.string(), thing: z.string(), byPlan: z.string() }),
]);
type CatalogueLoad = Extract<z.infer<typeof answerSchema>, { outcome: 'loaded' }>;

/**
 * Reads the answer of `load_catalogue`.
 * @param file the catalogue that was loaded.
 * @throws UserError when a new plan has the position or the name of another. Then nothing was added.
 */
export function readCatalogueLoad(answer: unknown, file: string): CatalogueLoad {
  const load = answerSchema.parse(answer);
  if (load.outcome === 'loaded') return load;
  throw new UserError(
    `Nothing was added. Plan "${load.plan}" of ${file} cannot be added: its ${load.thing} is that of plan "${load.byPlan}" in the database.`,
  );
}

/** One line for each difference between the database and the catalogue. */
export function differenceLines({ differences }: CatalogueLoad, file: string): string[] {
  return differences.map(({ plan, thing, inDatabase, inCatalogue }) => {
    const wanted = inCatalogue === null ? 'missing' : `"${inCatalogue}"`;
    return `${plan}: ${thing} is "${inDatabase}" in the database and ${wanted} in ${file}. Not changed.`;
  });
}
