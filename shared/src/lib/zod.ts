import { z } from 'zod';

/*
 * Zod compiles schemas with `new Function` where it may, and tries whether it may. The site's content security
 * policy forbids that, and the try alone is reported as a violation: schemas are interpreted instead.
 */
z.config({ jitless: true });

export { z };
