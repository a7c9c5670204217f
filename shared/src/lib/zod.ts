import { z } from 'zod';

/*
 * If `new Function` is allowed, Zod compiles schemas with it. The site's content security policy forbids that, and
 * even Zod's test for it is reported as a violation. So schemas are interpreted instead.
 */
z.config({ jitless: true });

export { z };
