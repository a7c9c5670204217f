import { z } from 'zod';

/*
 * Zod compiles schemas with `new Function` if it can, and tests whether it can. The site's content security policy
 * forbids that, and even the test is reported as a violation. So schemas are interpreted instead.
 */
z.config({ jitless: true });

export { z };
