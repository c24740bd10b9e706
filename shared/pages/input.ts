import * as z from 'zod';

/** The query of a hosted page. An unknown language is ignored, because people edit addresses by hand. */
export const pageQuery = z.object({ lang: z.string().optional() });

/** The query of a page that a mail links to. */
export const linkQuery = pageQuery.extend({ token: z.string().trim().default('') });
