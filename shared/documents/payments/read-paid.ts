import { unavailable } from '#shared/base/kernel/errors.ts';
import { readHeader } from '#shared/documents/common/store.ts';
import { settledBy } from '#shared/model/amounts/payment-state.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { Payment } from '#shared/model/payment.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { PAYMENTS } from './store.ts';

/** An invoice with its payments. */
export interface Paid {
  invoice: Invoice;
  payments: Payment[];
}

const MOST_READS = 5;

/**
 * An invoice with its payments, as they were at one moment; undefined when the company does not have it. One parallel round trip.
 *
 * The two reads are no snapshot: a payment may be recorded after the payments were read and before the invoice is. A change that is decided on
 * both and conditional on the invoice alone would then take the payment out of the invoice again. So they are read again until they add up, or
 * until nothing has changed between two reads.
 *
 * @throws 503 when they keep changing
 */
export async function readPaid(company: CompanyId, id: string): Promise<Paid | undefined> {
  let earlier = '';
  for (let read = 0; read < MOST_READS; read++) {
    const [invoice, payments] = await Promise.all([readHeader<Invoice>(KINDS.invoice, company, id), PAYMENTS.read(company, id)]);
    if (!invoice) return undefined;
    const state = JSON.stringify([invoice.version, payments.map(payment => payment.id)]);
    if (settledBy(invoice, payments).amountPaid === invoice.amountPaid || state === earlier) return { invoice, payments };
    earlier = state;
  }
  throw unavailable('Too many changes at the same time; try again.', { retryAfter: 1 });
}
