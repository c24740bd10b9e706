import * as z from 'zod';

/** Schemas for answers to changes of the logo. */

export const logoChangedSchema = z.object({ logoPath: z.string(), message: z.string() }).meta({ id: 'LogoChanged' });

export { messageSchema as logoRemovedSchema } from '#shared/base/kernel/schema.ts';
