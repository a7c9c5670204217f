/** What can be added to any plan, each name held once. Without prices: those are asked for. */
export const EXTRAS = {
  audience: 'Additional in-market audience creation',
  pixel: 'Pixel package',
  pixelMatches: 'Additional pixel matches',
  contacts: 'Additional B2B/B2C contacts',
  enrichment: 'Additional data enrichment',
  model: 'Additional custom model',
} as const;
