import * as z from 'zod';
import { day } from '#shared/base/kernel/schema.ts';

/** The deadline at the tax authority in answers (EIN-60), as `presentDeadline` gives it. */
export const DEADLINE_FIELDS = { taxauthDeadline: day().nullable(), taxauthLate: z.boolean() };
