/** The customer of a demonstration's access token, whom only a seed creates. The id decides wording only. */
export const DEMO_CUSTOMER_ID = 'c0000000-0000-4000-8000-0000000000de';
