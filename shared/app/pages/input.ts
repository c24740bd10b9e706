import * as z from 'zod';

/** The query of a hosted page. An unknown language is ignored, because people edit addresses by hand. */
export const pageQuery = z.object({ lang: z.string().optional() });
