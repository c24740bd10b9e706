import { decimal } from '#shared/base/kernel/money.ts';
import { isReversal } from '../amounts/settlement.ts';
import { buyerIdentifiers } from '../identifiers.ts';
import type { Invoice } from '../invoice.ts';
import { outsideItsTime, wasRomanianRate } from '../vat/romanian-rates.ts';
import { standardRateOf } from '../vat/rules.ts';
import { fiscalRoleOf, isStateForGoods, partnerOf } from './operations.ts';
import type { VatParts } from './vat-parts.ts';

type Sold = Parameters<typeof partnerOf>[0] &
  Parameters<typeof isReversal>[0] &
  Pick<Invoice, 'ublExtensions' | 'receiverCountry'>;

/**
 * Whether a group of a sale has the VAT of another member state, which a company in the one-stop shop charges and declares there (Fiscal Code,
 * art. 315): its destination is another member state (TAX-26), and the rate is not one of Romania on that day, or is the standard rate of that
 * state too. What is taken back has a rate of its own time. The one-stop shop is for consumers: a business, which has a VAT number, is charged
 * Romanian VAT where the rate was ever one of Romania. Pure.
 *
 * @param day the tax point, `YYYY-MM-DD`
 */
export function isOneStopShop(
  document: Sold,
  { category, rate, base }: Pick<VatParts, 'category' | 'rate' | 'base'>,
  day: string,
): boolean {
  if (!document.seller.oss || category !== 'S' || decimal(rate).lte(0) || fiscalRoleOf(document) !== 'sale') return false;
  const buyer = partnerOf(document);
  const country = document.ublExtensions?.delivery?.deliveryAddress?.countryCode ?? buyer?.country ?? document.receiverCountry;
  const destination = country?.toUpperCase() ?? 'RO';
  const number = buyer ? buyerIdentifiers(buyer).vat : null;
  if (!isStateForGoods(destination) || number?.startsWith('RO')) return false;
  const wasRomanian = wasRomanianRate(rate);
  if (wasRomanian && number !== null) return false;
  const isEarlier = isReversal(document) || decimal(base).lt(0);
  const isRomanian = wasRomanian && (isEarlier || outsideItsTime(rate, day) === undefined);
  const standard = standardRateOf(destination);
  return !isRomanian || (standard !== undefined && decimal(standard).eq(rate));
}
