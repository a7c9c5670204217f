import { CLAIMS } from '../claims.ts';
import type { SampleSectionContent } from './service-schema.ts';

/** What each service delivers, with invented data. */
export const SERVICE_SAMPLES = {
  'audience-creation': {
    title: 'A list in the order to call',
    intro: 'Each person has the day on which interest began. The list changes with every refresh.',
    sample: {
      title: 'Audience: moving to a new payroll provider',
      columns: ['Person', 'In market since', 'Interest'],
      rows: [
        [{ text: 'Jordan Vale', note: 'Finance Director, Northline Freight' }, 'Nov\u00a03', { score: 94 }],
        [{ text: 'Priya Castellan', note: 'Head of People, Ostler & Wren' }, 'Nov\u00a06', { score: 87 }],
        [{ text: 'Ines Moreau', note: 'Owner, Moreau Dental Group' }, 'Nov\u00a09', { score: 71 }],
        [{ text: 'Tom Hadley', note: 'Controller, Tidewater Supply' }, 'Nov\u00a011', { score: 58 }],
      ],
      caption: `Sorted by interest on Nov 12, after a ${CLAIMS.refresh.written} refresh. These people are invented.`,
    },
  },
  'pixel-package': {
    title: 'A report per page',
    intro: 'You see which pages attract people we can match, and how many.',
    sample: {
      title: 'Match report, Nov 6 to Nov 12',
      columns: ['Page', 'Visits', 'Matched', 'Match rate'],
      rows: [
        ['/pricing', '1,240', '682', { score: 55, unit: '%' }],
        ['/product', '2,150', '903', { score: 42, unit: '%' }],
        ['/blog', '3,400', '1,122', { score: 33, unit: '%' }],
        ['All pages', '6,790', '2,707', { score: 40, unit: '%' }],
      ],
      caption: `These visits are invented. The rates are in the range that we claim: ${CLAIMS.matchRate.written}.`,
    },
  },
  'super-pixel': {
    title: 'Each match says how it was found',
    intro: 'A web-hook sends a match to the tool your team uses. All plans include Web-Hook Access.',
    sample: {
      title: 'Web-hook: a matched visit',
      payload: {
        event: 'visit.matched',
        at: '2026-11-12T14:08:31Z',
        page: '/pricing',
        match: { method: 'deterministic', by: 'hashed email' },
        person: { name: 'Jordan Vale', title: 'Finance Director', company: 'Northline Freight' },
        optedOut: false,
      },
      caption: `${CLAIMS.identityGraph.written} ${CLAIMS.identityGraph.label} can match a visit exactly. A likely match says "probabilistic" instead. This visitor is invented.`,
    },
  },
  'contact-enhancement': {
    title: 'One record, before and after',
    intro: 'We fill the gaps and mark what is out of date. We never overwrite your data.',
    sample: {
      title: 'Record 118 of your list',
      columns: ['Field', 'You send', 'You get back'],
      rows: [
        ['Name', 'Jordan Vale', 'Jordan Vale'],
        ['Title', 'Controller', { added: 'Finance Director' }],
        ['Work email', null, { added: 'jordan.vale@northline.example' }],
        ['Mobile', null, { added: '(503) 555-0142' }],
        ['Home address', null, { added: 'Portland, OR 97205' }],
      ],
      caption: `This person is invented. The title you sent stays in the record, marked as out of date. What we add comes from ${CLAIMS.dataSources.written} ${CLAIMS.dataSources.label}.`,
    },
  },
  'custom-model': {
    title: 'A score, and the reason for it',
    intro: 'Your team sees who to call, and why the model thinks so.',
    sample: {
      title: 'Prospects, ranked by your won deals',
      columns: ['Prospect', 'Why', 'Score'],
      rows: [
        ['Northline Freight', { text: 'Up: compared plans twice', note: 'Down: small team' }, { score: 92 }],
        [
          'Tidewater Supply',
          { text: 'Up: hired a new director', note: 'Down: no budget signal' },
          { score: 78 },
        ],
        ['Ostler & Wren', { text: 'Up: resembles six wins', note: 'Down: long contract' }, { score: 64 }],
        [
          'Calder Optics',
          { text: 'Up: read a case study', note: 'Down: resembles two losses' },
          { score: 31 },
        ],
      ],
      caption: `These companies are invented. A model of your own has ${CLAIMS.modelAccuracy.written} ${CLAIMS.modelAccuracy.label}. ${CLAIMS.modelAccuracy.counts}`,
    },
  },
} satisfies Record<string, SampleSectionContent>;
