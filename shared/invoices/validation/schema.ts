import * as z from 'zod';

/** What answers show of a validation (interface.md §validate). */

/** The validation part of create and update (interface.md §Invoice). */
export const validationSchema = z.object({
  valid: z.boolean(),
  errors: z.array(z.string()),
  warnings: z.array(z.string()),
  schematronAvailable: z.boolean(),
});

const findingSchema = z.object({
  rule: z.string(),
  severity: z.enum(['fatal', 'warning']),
  message: z.string(),
  businessTerm: z.string().nullable(),
  xpath: z.string().nullable(),
  field: z.string().nullable(),
});

/** The validation result, with the findings that its lines are made of. */
export const validationResultSchema = validationSchema.extend({ findings: z.array(findingSchema) });
