import { BRAND } from '@corvane/shared/brand/brand';
import { ACCESS_LINK_LIFE_SECONDS } from '@corvane/shared/contracts/backend/terms';
import type { LegalPageContent } from '../content-schemas.ts';
import { LEGAL_NOTICE } from './legal-notice.ts';

export const TERMS_PAGE = {
  title: 'Terms of service',
  intro:
    'What you may expect from us, and what we expect from you, when you use this website and our services.',
  ...LEGAL_NOTICE,
  sections: [
    {
      id: 'scope',
      title: 'What these terms cover',
      paragraphs: [
        `These terms apply to this website and to the data services that ${BRAND.legalName} provides: intent data, audience creation, contact enhancement, pixels and custom models.`,
        'What a customer has ordered, in which amounts and for how long, is written in an order. Where an order and these terms differ, the order counts.',
      ],
    },
    {
      id: 'business-use',
      title: 'For businesses',
      paragraphs: [
        'Our services are meant for businesses. Anyone who orders for a company confirms that they are authorized to do so.',
        'The data may be used for the customer’s own marketing and sales, and by agencies for the client they name. It may not be sold on, published or used to build a competing database.',
      ],
    },
    {
      id: 'lawful-use',
      title: 'Lawful use of the data',
      paragraphs: [
        'You follow the laws that apply to you, above all those on privacy, calls and email. You honor objections and opt-outs without delay.',
        'The data may not be used to decide on credit, insurance, employment or housing, nor to discriminate against anyone.',
      ],
    },
    {
      id: 'access',
      title: 'Access to prices and accounts',
      paragraphs: [
        `We show prices to people qualified by a representative. The access link is personal and valid for ${ACCESS_LINK_LIFE_SECONDS / 3600} hours.`,
        'Keep links and sales IDs to yourself, and tell us when one has come into other hands.',
      ],
    },
    {
      id: 'plans',
      title: 'Plans, upgrades and payment',
      paragraphs: [
        'Plans run by the month or by the year. You can upgrade at any time. We prorate the rest of your billing period. A one-time activation fee may apply and is stated in your order.',
        'Monthly allowances are for the month they belong to.',
      ],
    },
    {
      id: 'quality',
      title: 'Quality of the data',
      paragraphs: [
        'We check our data with care and refresh it continuously. Figures such as accuracy and match rate describe what we observe across our data. They are not a promise for a single list or website.',
      ],
    },
    {
      id: 'liability',
      title: 'Liability',
      paragraphs: [
        'The limits of our liability are being drafted and will be part of the reviewed version. Until then, each order states them.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to these terms',
      paragraphs: [
        'The reviewed version will replace this text. Customers are told before a change applies to them.',
      ],
    },
  ],
} satisfies LegalPageContent;
