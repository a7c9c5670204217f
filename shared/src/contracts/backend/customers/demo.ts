/**
 * The customer whom a demonstration's access token signs in. Only the local and the demonstration seed create this row.
 * The id decides wording only.
 */
export const DEMO_CUSTOMER_ID = 'c0000000-0000-4000-8000-0000000000de';
