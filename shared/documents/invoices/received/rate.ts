import { checkRate, reportTo } from '#shared/documents/common/draft-rules.ts';
import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import { defaultRate, lacksRate, rateViolations } from '#shared/model/exchange-rate.ts';
import { notDueAtFirst } from '#shared/model/fiscal/collection.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { owesOtherwise } from '#shared/model/roles.ts';
import { publishedForDelivered } from '#shared/records/exchange-rates/read.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { supplierWrites } from './supplier-stats.ts';

/** The exchange rate of a delivered document, which its XML does not have (TAX-67). */

/**
 * The document with another rate; the same one if the request has none.
 *
 * @param stated null: the published rate of its tax point
 * @throws 422 where the rate cannot be stated, or is none
 */
export async function rated(document: InvoiceDocument, stated: string | null | undefined): Promise<InvoiceDocument> {
  if (stated === undefined) return document;
  const { currency } = document;
  const errors: FieldErrors = {};
  const problem = problemOf(document);
  if (problem) throw invalidFields({ exchangeRate: [problem] });
  if (stated !== null) checkRate(stated, 'exchangeRate', reportTo(errors));
  const rate =
    stated === null
      ? defaultRate(currency, { published: await publishedForDelivered(document) })
      : { exchangeRate: stated, exchangeRateDate: null };
  Object.assign(errors, rateViolations({ currency, exchangeRate: rate.exchangeRate }));
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  const after = { ...document, ...rate };
  const notDue = document.notDue && notDueAtFirst(after);
  return notDue ? { ...after, notDue } : after;
}

function problemOf(document: InvoiceDocument): string | null {
  const { currency, vatTotal, purchase, notDue, amountPaid, creditedAmount } = document;
  if (currency === 'RON') return 'must be left out: the document is in lei';
  if (purchase) return 'is changed with the purchase: PUT /api/v1/purchases/{uuid}';
  if (!lacksRate(document) && !decimal(vatTotal).eq(0)) return 'must be left out: the VAT of the document has a rate';
  const isSettled = [amountPaid, creditedAmount].some(settled => !decimal(settled).eq(0));
  return notDue && isSettled ? 'cannot be stated after payments and credits under VAT on collection: remove them first' : null;
}

/** The writes that a change of the rate needs besides: the expenses of the supplier, in lei. One read; none without a change. */
export async function rateWrites(before: InvoiceDocument, after: InvoiceDocument): Promise<Write[]> {
  const isPurchase = before.direction === 'incoming' && !owesOtherwise(before);
  return before.exchangeRate === after.exchangeRate || !isPurchase ? [] : supplierWrites(before.companyId, before, after);
}
