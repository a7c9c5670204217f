import { CLAIMS } from '../claims.ts';
import { promiseLink } from '../promise-link.ts';
import { COMPARE_SERVICES, SERVICE_HEADS } from './service-heads.ts';
import { SERVICE_SAMPLES } from './service-samples.ts';
import type { ServiceContent } from './service-schema.ts';

export const AUDIENCE_CREATION = {
  hero: {
    ...SERVICE_HEADS['audience-creation'],
    action: promiseLink('audience-creation'),
    caption:
      'Each row is a person, and each dot is a day. Dots grow with interest. Rows in teal are in market.',
  },
  sample: SERVICE_SAMPLES['audience-creation'],
  capabilities: {
    name: 'Capabilities',
    title: 'From a topic to a list of names',
    intro: 'Four settings define an audience. You can change each one at any time.',
    items: [
      {
        title: 'Topics and keywords',
        description:
          "Choose what your buyers read before they buy. Your plan's keyword feed sets how deep that goes.",
      },
      {
        title: 'Strength and recency',
        description: 'One visit is curiosity. Repeated, recent and rising interest puts a person in market.',
      },
      {
        title: 'Who they are',
        description: 'Role, company, household and region narrow the audience to people you can sell to.',
      },
      {
        title: 'Where they are',
        description: `Draw the area on a map, with ${CLAIMS.geoFence.label} to ${CLAIMS.geoFence.written}.`,
      },
    ],
  },
  benefits: {
    name: 'Benefits',
    title: 'What changes',
    intro: 'Fewer people, and more of them respond.',
    items: [
      {
        title: 'Spend goes to demand',
        description: 'Your ads reach people who are choosing, not everyone who fits a profile.',
      },
      {
        title: 'Sales calls first',
        description: 'Your team hears about buyers while they make their shortlist.',
      },
      {
        title: 'The list stays alive',
        description: 'People leave the audience when they stop looking, so no one is followed for months.',
      },
    ],
  },
  useCases: {
    name: 'Use cases',
    title: 'Three campaigns to start with',
    intro: 'Each one starts with an audience.',
    items: [
      {
        title: 'Winning a comparison',
        description: 'Reach people who read about your competitors this week, before they decide.',
      },
      {
        title: 'Opening a region',
        description: 'Count demand street by street before you rent an office or hire.',
      },
      {
        title: 'Filling a webinar',
        description: 'Invite people who are already reading about the topic.',
      },
    ],
  },
  claims: {
    title: 'What audiences are built from',
    items: [CLAIMS.weeklySignals, CLAIMS.consumers, CLAIMS.refresh, CLAIMS.geoFence],
  },
  closing: {
    title: 'Every plan includes audiences.',
    description: 'See how many each plan includes per month.',
    action: COMPARE_SERVICES,
  },
} satisfies ServiceContent;
