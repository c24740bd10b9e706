import * as z from 'zod';

/** Schemas for answers to changes of the logo. */

export const logoChangedSchema = z.object({ logoPath: z.string(), message: z.string() });

export const logoRemovedSchema = z.object({ message: z.string() });
