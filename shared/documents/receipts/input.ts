import * as z from 'zod';
import { today } from '#shared/base/kernel/clock.ts';
import { date, decimalBetween, id, optionalText, text } from '#shared/base/kernel/fields.ts';
import { paging } from '#shared/platform/lambda/endpoint/request.ts';
import { RECEIPT_KINDS } from '#shared/model/kinds.ts';

/** Requests for receipts (RCT-1, RCT-10, RCT-12); settle.ts and issue.ts check what depends on stored records. */

/** The documents that one receipt can settle: with its number they still fit into one transaction (100 items). */
export const MOST_DOCUMENTS = 20;

/** What amounts in words reach (model/receipts/words.ts). */
const MOST_LEI = '999999999.99';

const blankAsNull = (value: unknown): unknown => (value === '' ? null : value);
const optionalId = () => z.preprocess(blankAsNull, id().nullish());
const amountOf = () => decimalBetween(2, '0.01', MOST_LEI);

export const receiptBody = z
  .object({
    kind: z.enum(RECEIPT_KINDS, `must be ${RECEIPT_KINDS.join(' or ')}`).default('receipt'),
    clientId: optionalId(),
    payer: optionalText(255),
    date: date().nullish(),
    amount: amountOf(),
    currency: z.literal('RON', 'must be RON: the cash register is kept in lei').nullish(),
    documents: z
      .array(z.object({ id: id(), amount: amountOf() }))
      .max(MOST_DOCUMENTS, `must have at most ${MOST_DOCUMENTS} entries`)
      .nullish(),
    notes: optionalText(500),
    seriesId: optionalId(),
    idempotencyKey: optionalText(255),
  })
  .meta({ id: 'ReceiptInput' });
export type ReceiptBody = z.output<typeof receiptBody>;

export const cancellationBody = z.object({ reason: text(500) }).meta({ id: 'ReceiptCancellation' });

/** Months of a list. */
const MOST_MONTHS = 24;

const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1;

/** The query of the list: by default the receipts since 1 January of the year of `to`. */
export const receiptsQuery = () =>
  z
    .object({
      kind: z.enum(RECEIPT_KINDS, `must be ${RECEIPT_KINDS.join(' or ')}`).optional(),
      clientId: id().optional(),
      from: date().optional(),
      to: date().optional(),
      ...paging(),
    })
    .transform(({ from, to = today(), ...query }) => ({ ...query, to, from: from ?? `${to.slice(0, 4)}-01-01` }))
    .superRefine(({ from, to }, context) => {
      if (from > to) context.addIssue({ code: 'custom', path: ['from'], message: 'must not be after to' });
      if (monthsBetween(from, to) > MOST_MONTHS)
        context.addIssue({ code: 'custom', path: ['to'], message: `must be within ${MOST_MONTHS} months from from` });
    });
export type ReceiptsQuery = z.output<ReturnType<typeof receiptsQuery>>;
