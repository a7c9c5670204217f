import * as z from 'zod/mini';

/*
 * Zod's functional form, less than half the size of its methods: each browser gets only the functions that it uses.
 *
 * If `new Function` is allowed, Zod compiles schemas with it. The site's content security policy forbids that, and
 * even Zod's test for it is reported as a violation. So schemas are interpreted instead.
 */
z.config({ jitless: true });

export { z };
