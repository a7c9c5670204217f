import type {
  PageDetails,
  PageDetailsByPath,
  PageDetailsContext,
} from '@corvane/shared/contracts/remote/remote';
import { COMPARISON_PAGE } from './content/comparison/comparison-page.ts';
import { DATA_REFINEMENT } from './content/data-refinement/data-refinement.ts';
import { PLANS_CONTENT } from './content/plans.ts';
import { AUDIENCE_CREATION } from './content/services/audience-creation.ts';
import { CONTACT_ENHANCEMENT } from './content/services/contact-enhancement.ts';
import { CUSTOM_MODEL } from './content/services/custom-model.ts';
import { PIXEL_PACKAGE } from './content/services/pixel-package.ts';
import type { ServiceContent } from './content/services/service-schema.ts';
import { SERVICES_PAGE } from './content/services/services-page.ts';
import { SUPER_PIXEL } from './content/services/super-pixel.ts';
import type { RoutePath } from './route-paths.ts';
import { breadcrumbs } from './structured-data/breadcrumbs.ts';
import { faqPage } from './structured-data/faq-page.ts';
import { planProducts, serviceProduct } from './structured-data/products.ts';

/*
 * Data only for search engines and link previews. It is only in the server build, so no browser downloads it.
 * `social-cards/make-cards.ts` makes the pictures.
 */

const SERVICES_CRUMB = { name: SERVICES_PAGE.name, path: '/services' };

const HOME_IMAGE = 'social/home.jpg';

/** @param more structured data of the page, besides its breadcrumbs. */
function page(
  image: string,
  name: string,
  more: (context: PageDetailsContext) => readonly Record<string, unknown>[] = () => [],
): PageDetails {
  return { image, structuredData: (context) => [breadcrumbs([name], context), ...more(context)] };
}

function servicePage(image: string, content: ServiceContent): PageDetails {
  return {
    image,
    structuredData: (context) => [
      breadcrumbs([SERVICES_CRUMB, content.hero.name], context),
      serviceProduct(content, context),
    ],
  };
}

const PAGE_DETAILS: Record<RoutePath, PageDetails> = {
  '/': { image: HOME_IMAGE },
  '/original': page(HOME_IMAGE, 'Original'),
  '/demo-mode': page(HOME_IMAGE, 'Demo mode'),
  '/features': page('social/features.jpg', 'Features'),
  '/pricing': page('social/pricing.jpg', 'Pricing', (context) => planProducts(PLANS_CONTENT, context)),
  '/comparison': page('social/comparison.jpg', 'Compare Plans', () => [
    faqPage(COMPARISON_PAGE.faq.questions),
  ]),
  '/contact': page('social/contact.jpg', 'Contact'),
  '/about': page('social/about.jpg', 'About'),
  '/data-refinement': {
    image: 'social/data-refinement.jpg',
    structuredData: (context) => [breadcrumbs([SERVICES_CRUMB, DATA_REFINEMENT.name], context)],
  },
  '/services': page('social/services.jpg', SERVICES_PAGE.name),
  '/services/audience-creation': servicePage('social/audience-creation.jpg', AUDIENCE_CREATION),
  '/services/pixel-package': servicePage('social/pixel-package.jpg', PIXEL_PACKAGE),
  '/services/super-pixel': servicePage('social/super-pixel.jpg', SUPER_PIXEL),
  '/services/contact-enhancement': servicePage('social/contact-enhancement.jpg', CONTACT_ENHANCEMENT),
  '/services/custom-model': servicePage('social/custom-model.jpg', CUSTOM_MODEL),
  '/terms': page('social/terms.jpg', 'Terms of Service'),
  '/privacy': page('social/privacy.jpg', 'Privacy Policy'),
};

const details: PageDetailsByPath = PAGE_DETAILS;
export default details;
