import { today } from '#shared/base/kernel/clock.ts';
import type { Convertible, ConvertibleDocument } from '#shared/model/convertible/document.ts';
import { lacksRate } from '#shared/model/exchange-rate.ts';
import type { TaxPointFacts } from '#shared/model/vat/tax-point.ts';
import type { Conversion } from './input.ts';

/**
 * What determines the reads for the invoice that a proforma or delivery note is converted into: client, lines (for products), and, unless
 * the rate is known, currency and dates.
 *
 * @param supplied when the goods of delivery notes were supplied
 */
export function conversionTerms(
  source: ConvertibleDocument,
  request: Pick<Conversion, 'issueDate' | 'overrideFields'> = {},
  supplied: Pick<TaxPointFacts, 'ublExtensions'> = {},
) {
  const { currency, rate } = conversionRate(source, request.overrideFields);
  return {
    clientId: source.clientId,
    lines: source.lines,
    ...(!rate && { currency, issueDate: request.issueDate ?? today(), ...supplied }),
  };
}

/** Currency and exchange rate of the invoice; without `rate`, it takes the published one of its tax point. */
export function conversionRate(source: Convertible, stated: Conversion['overrideFields']) {
  const currency = stated?.currency ?? source.currency;
  if (stated?.exchangeRate) return { currency, rate: { exchangeRate: stated.exchangeRate, exchangeRateDate: null } };
  if (currency !== source.currency || lacksRate(source)) return { currency, rate: undefined };
  return { currency, rate: { exchangeRate: source.exchangeRate, exchangeRateDate: source.exchangeRateDate ?? null } };
}
