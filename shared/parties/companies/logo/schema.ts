import * as z from 'zod';

/** What changes of a logo answer. */

export const logoChangedSchema = z.object({ logoPath: z.string(), message: z.string() });

export const logoRemovedSchema = z.object({ message: z.string() });
