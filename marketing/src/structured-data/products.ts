import type { PageDetailsContext } from '@corvane/shared/contracts/remote/remote';
import type { Plan, PlansContent } from '../content/content-schemas.ts';
import type { ServiceContent } from '../content/services/service-schema.ts';

/** A product without an offer: only qualified people learn its price. */
function product(
  fields: { name: string; description: string; category: string },
  context: PageDetailsContext,
) {
  return {
    '@type': 'Product',
    ...fields,
    url: context.pageUrl,
    brand: { '@type': 'Brand', name: context.brandName },
    manufacturer: { '@id': `${context.siteUrl}/#organization` },
  };
}

export function serviceProduct({ hero }: ServiceContent, context: PageDetailsContext) {
  return product({ name: hero.name, description: hero.description, category: 'Data as a Service' }, context);
}

/** The four plans, smallest first, with their monthly contents. */
export function planProducts({ plans }: PlansContent, context: PageDetailsContext) {
  return plans.map((plan) => ({
    ...product(
      {
        name: `${context.brandName} ${plan.name}`,
        description: descriptionOf(plan),
        category: 'Data as a Service plan',
      },
      context,
    ),
    additionalProperty: plan.allowances.map(({ label, perMonth }) => ({
      '@type': 'PropertyValue',
      name: label,
      value: perMonth,
      unitText: 'per month',
    })),
  }));
}

/** The top plan's description is about its price, so its features describe it here. */
function descriptionOf({ isEnterprise, description, features }: Plan): string {
  return isEnterprise ? `${features.join(', ')}.` : description;
}
