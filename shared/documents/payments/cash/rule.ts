import { cents, decimal, plain, round2 } from '#shared/base/kernel/money.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { isConsumer } from '#shared/model/identifiers.ts';
import type { Payment } from '#shared/model/payment.ts';
import { type CashLimits, limitsOn } from './limits.ts';

/** Cash above the limits of the law: a warning, never a refusal, because the money has changed hands already. Pure. */

export type Counted = Pick<Invoice, 'direction' | 'clientId' | 'client' | 'receiverName' | 'seller' | 'exchangeRate'>;

/** Whom the cash is from, or for a received invoice to: the id of a record; null for a partner without one. */
export const partnerOf = ({ direction, clientId, seller }: Counted): string | null =>
  direction === 'incoming' ? seller.id : clientId;

/** Whether a payment is cash that was taken, or for a received invoice paid: refunds and offsets are not. */
export const isCash = ({ paymentMethod, type, paysBack }: Pick<Payment, 'paymentMethod' | 'type' | 'paysBack'>): boolean =>
  paymentMethod === 'cash' && type === undefined && !paysBack;

/** A payment in lei, in hundredths. */
export const centsOf = ({ exchangeRate }: Counted, { amount }: Pick<Payment, 'amount'>): number =>
  cents(plain(round2(decimal(amount).times(exchangeRate))));

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
  if (!limits) return [];
  const incoming = invoice.direction === 'incoming';
  const isPerson = !incoming && invoice.client !== null && isConsumer(invoice.client);
  const limit = isPerson ? limits.person : limits.business;
  if (total <= limit * 100) return [];
  const name = incoming ? invoice.seller.name : (invoice.client?.name ?? invoice.receiverName ?? 'the client');
  const sum = (total / 100).toFixed(2);
  return [
    `paymentMethod: the cash ${incoming ? 'paid to' : 'taken from'} ${name} on ${day} adds up to ${sum} lei; the law allows ${limit.toFixed(2)} lei a day ${isPerson ? 'for a person' : 'for a business'} (Legea 70/2015).`,
  ];
}
