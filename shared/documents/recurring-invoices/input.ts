import * as z from 'zod';
import { linesOf, optional, turnoverKind } from '#shared/documents/common/input.ts';
import { currency, date, decimalBetween, id, optionalDate, optionalText, text } from '#shared/base/kernel/fields.ts';
import { MAX_AMOUNT, MAX_QUANTITY } from '#shared/base/kernel/money.ts';
import { TERM_FIELDS } from '#shared/model/invoice-fields.ts';
import { metadataChange } from '#shared/model/callers-data/metadata.ts';
import { DOCUMENT_TYPES, DUE_DATE_TYPES, FREQUENCIES, PRICE_RULES } from './model.ts';

/** Request bodies of templates (RCI-5). Rules that involve several fields are in rules.ts. */

const whole = (min: number, max: number) => z.int().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`);

const line = z
  .object({
    description: text(2000),
    quantity: decimalBetween(4, '0', MAX_QUANTITY).refine(value => value !== '0', 'must be greater than 0'),
    unitPrice: decimalBetween(4, '0', MAX_AMOUNT),
    vatRateId: id(),
    unitOfMeasure: optionalText(20),
    productId: optional(id()),
    turnoverKind: turnoverKind(),
    priceRule: optional(z.enum(PRICE_RULES)),
    referenceCurrency: optional(currency()),
    markupPercent: optional(decimalBetween(2, 0, 1000)),
  })
  .meta({ id: 'RecurringInvoiceLineInput' });
export type RecurringLineBody = z.output<typeof line>;

const fields = {
  clientId: id(),
  seriesId: id(),
  reference: optionalText(255),
  documentType: z.enum(DOCUMENT_TYPES),
  currency: currency(),
  invoiceTypeCode: z
    .string()
    .trim()
    .regex(/^\d{3}$/, 'must be a three-digit UNTDID 1001 code'),
  frequency: z.enum(FREQUENCIES),
  frequencyDay: whole(1, 31),
  frequencyMonth: whole(1, 12).nullish(),
  nextIssuanceDate: date(),
  stopDate: optionalDate(),
  dueDateType: z.enum(DUE_DATE_TYPES),
  dueDateDays: whole(0, 365).nullish(),
  dueDateFixedDay: whole(1, 31).nullish(),
  notes: optionalText(TERM_FIELDS.notes.max),
  paymentTerms: optionalText(TERM_FIELDS.paymentTerms.max),
  autoEmailEnabled: z.boolean().nullish(),
  autoEmailTime: optional(
    z
      .string()
      .trim()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time in the form HH:mm'),
  ),
  autoEmailDayOffset: whole(0, 30).nullish(),
  penaltyEnabled: z.boolean().nullish(),
  penaltyPercentPerDay: optional(decimalBetween(2, 0, 100)),
  penaltyGraceDays: z.int().min(0, 'must be at least 0').nullish(),
  metadata: metadataChange(),
  lines: linesOf(line),
};

/** Body of a new template. */
export const recurringBody = z.object(fields).meta({ id: 'RecurringInvoiceInput' });
export type RecurringBody = z.output<typeof recurringBody>;

/**
 * Body of a change: absent fields stay unchanged, null clears a field or sets its default, `lines` replaces all lines. At least one
 * field.
 */
export const recurringChanges = z
  .object(fields)
  .partial()
  .refine(body => Object.values(body).some(value => value !== undefined), 'must have at least one field to change')
  .meta({ id: 'RecurringInvoiceChange', minProperties: 1 });
export type RecurringChanges = z.output<typeof recurringChanges>;
