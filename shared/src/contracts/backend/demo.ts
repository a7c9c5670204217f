/**
 * The customer whom a demonstration's access token signs in. Only the local or demonstration seed makes this row; a
 * site without it has no such customer. It decides wording alone.
 */
export const DEMO_CUSTOMER_ID = 'c0000000-0000-4000-8000-0000000000de';
