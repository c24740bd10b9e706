import * as z from 'zod';

/** Response schemas of validation (INV-34 to INV-36). */

/** The validation in the answers of create and update (INV-35). */
export const validationSchema = z
  .object({
    valid: z.boolean(),
    errors: z.array(z.string()),
    warnings: z.array(z.string()),
    schematronAvailable: z.boolean(),
  })
  .meta({ id: 'InvoiceValidation' });

const findingSchema = z
  .object({
    rule: z.string(),
    severity: z.enum(['fatal', 'warning']),
    message: z.string(),
    businessTerm: z.string().nullable(),
    xpath: z.string().nullable(),
    field: z.string().nullable(),
  })
  .meta({ id: 'ValidationFinding' });

/** The result of the validation endpoint, with the findings from which `errors` and `warnings` are made. */
export const validationResultSchema = validationSchema
  .extend({ findings: z.array(findingSchema) })
  .meta({ id: 'InvoiceValidationResult' });
