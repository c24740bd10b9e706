import * as z from 'zod';
import { conversionBody, convertibleFields, convertibleLine } from '#shared/documents/common/convertible/input.ts';
import { collectBody, linesOf, optional } from '#shared/documents/common/input.ts';
import { date, id, numeric, optionalText } from '#shared/base/kernel/fields.ts';
import { LANGUAGES } from '#shared/model/document.ts';

/** Request bodies of proformas (PRO-5). */

const line = convertibleLine
  .extend({
    discount: optional(numeric()),
    discountPercent: optional(numeric()),
    vatIncluded: z.boolean().nullish(),
  })
  .meta({ id: 'ProformaLineInput' });

/** The body of create and update: an update replaces all fields. */
export const proformaBody = z
  .object({
    ...convertibleFields,
    seriesId: id(),
    validUntil: date(),
    invoiceTypeCode: optionalText(20),
    language: optional(z.enum(LANGUAGES)),
    paymentTerms: optionalText(1000),
    orderNumber: optionalText(255),
    contractNumber: optionalText(255),
    lines: linesOf(line),
  })
  .meta({ id: 'ProformaInput' });
export type ProformaBody = z.output<typeof proformaBody>;

/** `collect`: the payment of the proforma, with the same fields as in the body of an invoice. */
export const proformaConversionBody = conversionBody
  .extend({ collect: collectBody.nullish() })
  .meta({ id: 'ProformaConversion' });
export type ProformaConversionRequest = z.output<typeof proformaConversionBody>;

export const rejectionBody = z
  .object({ rejectionReason: optionalText(500), rejectionNotes: optionalText(5000) })
  .meta({ id: 'ProformaRejection' });
export type Rejection = z.output<typeof rejectionBody>;
