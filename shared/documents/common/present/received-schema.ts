import * as z from 'zod';
import { day, instant, uuid } from '#shared/base/kernel/schema.ts';
import { PURCHASE_KINDS } from '#shared/model/purchase/model.ts';
import { ANSWER_STATUSES, BUYER_RESPONSES } from '#shared/model/invoice.ts';

/** Where a document is from: entered by hand, or delivered by the tax authority; null: made here. */
export const sourceSchema = z.enum(['manual', 'taxauth', 'import']).nullable();

/** Fields that only answers about received documents have. */

export const answerSchema = z
  .object({
    id: uuid(),
    response: z.enum(BUYER_RESPONSES),
    reason: z.string().nullable(),
    status: z.enum(ANSWER_STATUSES),
    answeredAt: instant(),
    sentAt: instant().nullable(),
    taxauthUploadIndex: z.string().nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'BuyerAnswer' });

export const receivedShape = {
  /** The id of an earlier received document with the same number, sender and date. */
  duplicateOf: uuid().nullable().optional(),
  /** The company's message to the supplier about the invoice, sent through the tax authority. */
  answer: answerSchema.nullable().optional(),
  /** Bookkeeping data that the company enters. */
  expenseCategory: z.string().nullable().optional(),
  expenseAccount: z.string().nullable().optional(),
  vatDeductiblePercent: z.number().nullable().optional(),
  selfAssessedRate: z.number().nullable().optional(),
  receivedDate: day().nullable().optional(),
  /** VAT in lei: the part that may be deducted for what was paid, and the part that is deferred until the rest is paid. */
  vatDeductible: z.number().nullable().optional(),
  vatDeferred: z.number().nullable().optional(),
  /** VAT in lei that the company owes itself, for reverse charge. */
  vatSelfAssessed: z.number().nullable().optional(),
  /** What a purchase that was entered by hand has besides. */
  purchase: z
    .object({
      kind: z.enum(PURCHASE_KINDS),
      customs: z
        .object({ number: z.string(), date: day(), vatLei: z.number().nullable(), baseLei: z.number().nullable() })
        .meta({ id: 'CustomsDocument' })
        .nullable(),
    })
    .meta({ id: 'PurchaseDetails' })
    .nullable()
    .optional(),
};
