import type { PageDetailsByPath, PageDetailsContext } from '@corvane/shared/contracts/remote/remote';
import { COMPARISON_PAGE } from './content/comparison/comparison-page.ts';
import type { Plan, Question } from './content/content-schemas.ts';
import { PLANS_CONTENT } from './content/plans.ts';
import { AUDIENCE_CREATION } from './content/services/audience-creation.ts';
import { CONTACT_ENHANCEMENT } from './content/services/contact-enhancement.ts';
import { CUSTOM_MODEL } from './content/services/custom-model.ts';
import { PIXEL_PACKAGE } from './content/services/pixel-package.ts';
import type { ServiceContent } from './content/services/service-schema.ts';
import { SUPER_PIXEL } from './content/services/super-pixel.ts';
import { PAGES } from './pages.ts';

/*
 * Data only for search engines. It needs the words of pages, so it is only in the server build: no browser downloads
 * it. The release tool finds this file by its name.
 */

/** Structured data of pages that say more than their place in the site. */
const MORE: Readonly<Record<string, (context: PageDetailsContext) => readonly Record<string, unknown>[]>> = {
  '/pricing': planProducts,
  '/comparison': () => [faqPage(COMPARISON_PAGE.faq.questions)],
  '/services/audience-creation': serviceProduct(AUDIENCE_CREATION),
  '/services/pixel-package': serviceProduct(PIXEL_PACKAGE),
  '/services/super-pixel': serviceProduct(SUPER_PIXEL),
  '/services/contact-enhancement': serviceProduct(CONTACT_ENHANCEMENT),
  '/services/custom-model': serviceProduct(CUSTOM_MODEL),
};

const details: PageDetailsByPath = Object.fromEntries(
  Object.keys(PAGES).map((path) => [
    path,
    {
      image: htmlOf(path).image,
      structuredData: (context) =>
        path === '/' ? [] : [breadcrumbs(path, context), ...(MORE[path]?.(context) ?? [])],
    },
  ]),
);
export default details;

function htmlOf(path: string) {
  const html = PAGES[path]?.html;
  if (!html) throw new Error(`There is no HTML of ${path}`);
  return html;
}

/** The path from the home page to a page. */
function breadcrumbs(path: string, { siteUrl }: PageDetailsContext) {
  const { parent } = htmlOf(path);
  return {
    '@type': 'BreadcrumbList',
    itemListElement: ['/', ...(parent === undefined ? [] : [parent]), path].map((at, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: htmlOf(at).name,
      item: siteUrl + at,
    })),
  };
}

/** The questions and answers that the page shows. */
function faqPage(questions: readonly Question[]) {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

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

function serviceProduct({ hero: { name, description } }: ServiceContent) {
  return (context: PageDetailsContext) => [
    product({ name, description, category: 'Data as a Service' }, context),
  ];
}

/** The four plans, smallest first, with their monthly contents. */
function planProducts(context: PageDetailsContext) {
  return PLANS_CONTENT.plans.map((plan) => ({
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
