import { TURNOVER_KINDS } from '#shared/model/vat/turnover-kinds.ts';
import * as z from 'zod';
import { country, date, id, numeric, numericText, optionalDate, optionalText, text } from '#shared/base/kernel/fields.ts';
import { namesOf, type TextField } from '#shared/model/invoice-fields.ts';
import { PAYMENT_METHODS } from '#shared/model/payment.ts';
import { VAT_CATEGORIES } from '#shared/model/vat/categories.ts';

/**
 * Schemas for request bodies of documents (INV-12, INV-16): types and formats
 * only, violations are answered with 400. Business rules are in draft-rules.ts and states.ts; they are answered with 422.
 */

const code = (max: number) => text(max);

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** An optional field; an empty text is read as null (REQ-10). */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(value => (isBlank(value) ? null : value), schema.nullish());

/** An optional key of `ublExtensions`: null and empty text are read as absent. */
const key = <T extends z.ZodType>(schema: T) =>
  z.preprocess(value => (value === null || isBlank(value) ? undefined : value), schema.optional());

/** A schema for each text field of a table, all optional. */
export const textFields = <Group extends Record<string, TextField>>(group: Group) =>
  Object.fromEntries(namesOf(group).map(name => [name, optionalText(group[name]!.max)])) as {
    [Name in keyof Group]: ReturnType<typeof optionalText>;
  };

const allowanceCharge = z
  .object({
    chargeIndicator: z.boolean(),
    amount: numericText(),
    reasonCode: key(code(10)),
    reason: key(text(1000)),
    baseAmount: key(numericText()),
    multiplierFactorNumeric: key(numericText()),
  })
  .meta({ id: 'LineAllowanceCharge' });

const exemption = { taxExemptionReason: key(text(1000)), taxExemptionReasonCode: key(code(40)) };

const deliveryAddress = z.object({
  streetName: key(text(1000)),
  cityName: key(text(200)),
  countrySubentity: key(text(100)),
  countryCode: key(country()),
});

/** Unknown keys are dropped, as the contract requires: zod objects strip them. */
export const documentExtensions = z
  .object({
    invoicePeriod: key(z.object({ startDate: key(date()), endDate: key(date()), descriptionCode: key(code(10)) })),
    delivery: key(z.object({ actualDeliveryDate: key(date()), deliveryAddress: key(deliveryAddress) })),
    allowanceCharges: key(
      z
        .array(allowanceCharge.extend({ taxCategoryCode: z.enum(VAT_CATEGORIES), taxRate: numericText() }))
        .max(20, 'must have at most 20 entries'),
    ),
    prepaidAmount: key(numericText().refine(value => !value.startsWith('-'), 'must not be negative')),
    additionalDocumentReferences: key(
      z
        .array(z.object({ id: text(200), documentTypeCode: key(code(10)), documentDescription: key(text(1000)) }))
        .max(10, 'must have at most 10 entries'),
    ),
    ...exemption,
  })
  .meta({ id: 'DocumentExtensions' });

export const lineExtensions = z
  .object({
    invoicePeriod: key(z.object({ startDate: key(date()), endDate: key(date()) })),
    allowanceCharges: key(z.array(allowanceCharge).max(10, 'must have at most 10 entries')),
    additionalItemProperties: key(
      z.array(z.object({ name: text(50), value: text(100) })).max(20, 'must have at most 20 entries'),
    ),
    originCountry: key(country()),
    ...exemption,
  })
  .meta({ id: 'LineExtensions' });

export const turnoverKind = () => z.enum(TURNOVER_KINDS).nullish();

/** A line of a request. Null means the same as absent, since an update replaces lines as a whole. */
export const lineBody = z
  .object({
    description: text(2000),
    quantity: numeric(),
    unitPrice: numeric(),
    vatRate: optional(numeric()),
    vatCategoryCode: optional(z.enum(VAT_CATEGORIES)),
    vatRateId: optional(id()),
    unitOfMeasure: optionalText(20),
    productId: optional(id()),
    discount: optional(numeric()),
    discountPercent: optional(numeric()),
    vatIncluded: z.boolean().nullish(),
    productCode: optionalText(50),
    // The rate of the advance that the line settles: RON for one unit of the document's currency (TAX-38).
    exchangeRate: optional(numeric()),
    // By default that of the product (TAX-18).
    kind: optional(z.enum(['goods', 'service'])),
    // By default that of the product (TAX-68).
    turnoverKind: turnoverKind(),
    // Puts a line with the deposit of the product after this one (TAX-69).
    addSgr: z.boolean().nullish(),
    ublExtensions: lineExtensions.nullish(),
  })
  .meta({ id: 'InvoiceLineInput' });
export type LineBody = z.output<typeof lineBody>;

export const MAX_LINES = 1000;

export const MAX_PRECEDING = 100;

const precedingInvoice = z.object({ number: text(200), issueDate: date() }).meta({ id: 'PrecedingInvoiceInput' });

/** Earlier documents that a corrective or negative one refers to (INV-17). */
export const precedingInvoices = () =>
  z.array(precedingInvoice).max(MAX_PRECEDING, `must have at most ${MAX_PRECEDING} entries`).nullish();

/** The lines of a document: at least one. */
export const linesOf = <Line extends z.ZodType>(line: Line) =>
  z.array(line).min(1, 'must have at least one line').max(MAX_LINES, `must have at most ${MAX_LINES} lines`);

/**
 * A payment that is recorded together with a new invoice (SET-19 to SET-21). Default: the whole amount, by bank transfer.
 */
export const collectBody = z
  .object({
    value: optional(numeric()),
    type: optional(z.enum(PAYMENT_METHODS)),
    issueDate: optionalDate(),
    documentNumber: optionalText(255),
    mentions: optionalText(1000),
  })
  .meta({ id: 'Collection' });
export type CollectBody = z.output<typeof collectBody>;
