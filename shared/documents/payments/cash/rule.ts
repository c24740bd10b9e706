import { cents, decimal, plain, round2 } from '#shared/base/kernel/money.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { isConsumer } from '#shared/model/identifiers.ts';
import type { Payment } from '#shared/model/payment.ts';
import { type CashLimits, limitOf, limitsOn, type LimitedPartner } from './limits.ts';

/** Cash above the limits of the law: a warning, never a refusal, because the money has changed hands already. Pure. */

export type Counted = Pick<Invoice, 'direction' | 'clientId' | 'client' | 'receiverName' | 'seller' | 'exchangeRate'>;

/** Whom the cash is from, or for a received invoice to: the id of a record; null for a partner without one. */
export const partnerOf = ({ direction, clientId, seller }: Counted): string | null =>
  direction === 'incoming' ? seller.id : clientId;

/** Whether a payment is cash that was taken, or for a received invoice paid: refunds and offsets are not. */
export const isCash = ({ paymentMethod, type, paysBack }: Pick<Payment, 'paymentMethod' | 'type' | 'paysBack'>): boolean =>
  paymentMethod === 'cash' && type === undefined && !paysBack;

/** A payment in lei, in hundredths. The law takes the rate of the day of the payment (art. 1 (3)), which payments do not have yet (SET-41). */
export const centsOf = ({ exchangeRate }: Counted, { amount }: Pick<Payment, 'amount'>): number =>
  cents(plain(round2(decimal(amount).times(exchangeRate))));

/** The partner of an invoice as the limits regard it. */
const limitedPartnerOf = ({ direction, client }: Counted): LimitedPartner => ({
  way: direction === 'incoming' ? 'paid' : 'taken',
  isPerson: direction !== 'incoming' && client !== null && isConsumer(client),
});

/** Hundredths as lei. */
export const leiOf = (total: number): string => (total / 100).toFixed(2);

/**
 * The warning about a day's cash of one partner.
 *
 * @param total in lei, in hundredths, with this payment
 * @returns at most one
 */
export function cashWarnings(
  invoice: Counted,
  day: string,
  total: number,
  limits: CashLimits | undefined = limitsOn(day),
): string[] {
  const { way, isPerson } = limitedPartnerOf(invoice);
  const limit = limitOf(limits, { way, isPerson });
  if (limit === null || total <= limit * 100) return [];
  const name = way === 'paid' ? invoice.seller.name : (invoice.client?.name ?? invoice.receiverName ?? 'the client');
  return [
    `paymentMethod: the cash ${way === 'paid' ? 'paid to' : 'taken from'} ${name} on ${day} adds up to ${leiOf(total)} lei; the law allows ${limit.toFixed(2)} lei a day ${isPerson ? 'for a person' : 'for a business'} (Legea 70/2015).`,
  ];
}

/**
 * The warning about all cash that is paid to businesses in a day.
 *
 * @param total in lei, in hundredths, with this payment
 * @param field what the request names it
 * @returns at most one
 */
export function paidOutWarnings(
  day: string,
  total: number,
  field: 'paymentMethod' | 'amount' = 'paymentMethod',
  limit = limitsOn(day)?.totalPaidADay ?? null,
): string[] {
  if (limit === null || total <= limit * 100) return [];
  return [
    `${field}: the cash paid to businesses on ${day} adds up to ${leiOf(total)} lei; the law allows ${limit.toFixed(2)} lei a day in all (Legea 70/2015, art. 3 (1) c).`,
  ];
}

/**
 * The warning about a document above the limit that is paid in cash on several days: the law allows so much of it in cash, and the rest by bank.
 * What is paid on one day alone is compared as that of its partner.
 *
 * @param payments those that the document has, with or without this one
 * @param isPerson whether the partner is a person, by default by the record of the document
 * @returns at most one
 */
export function splitWarnings(
  invoice: Counted & Pick<Invoice, 'number' | 'total'>,
  payments: readonly Payment[],
  payment: Payment,
  isPerson = limitedPartnerOf(invoice).isPerson,
): string[] {
  const { way } = limitedPartnerOf(invoice);
  const limit = limitOf(limitsOn(payment.paymentDate), { way, isPerson });
  const others = payments.filter(one => isCash(one) && one.id !== payment.id);
  if (limit === null || !isCash(payment) || others.every(one => one.paymentDate === payment.paymentDate)) return [];
  const worth = centsOf(invoice, { amount: invoice.total });
  const total = [...others, payment].reduce((sum, one) => sum + centsOf(invoice, one), 0);
  if (worth <= limit * 100 || total <= limit * 100) return [];
  const article = isPerson ? 'art. 4' : way === 'paid' ? 'art. 3 (3)' : 'art. 3 (2)';
  return [
    `paymentMethod: the cash ${way} for ${invoice.number} adds up to ${leiOf(total)} lei over several days; of a document of ${leiOf(worth)} lei the law allows ${limit.toFixed(2)} lei in cash, and the rest by bank (Legea 70/2015, ${article}).`,
  ];
}
