/** Extras for any plan. Each name is in one place. There are no prices: pages request those. */
export const EXTRAS = {
  audience: 'Additional in-market audience creation',
  pixel: 'Pixel package',
  pixelMatches: 'Additional pixel matches',
  contacts: 'Additional B2B/B2C contacts',
  enrichment: 'Additional data enrichment',
  model: 'Additional custom model',
} as const;
