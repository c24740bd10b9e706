import type * as z from 'zod';
import type { Series } from '#shared/records/catalogue/series/store.ts';
import { DOCUMENT_SERIES_TYPES } from '#shared/model/kinds.ts';
import type { VatRate } from '#shared/records/catalogue/vat-rates/store.ts';
import { shownRates } from '#shared/records/exchange-rates/show.ts';
import type { RateSet } from '#shared/records/exchange-rates/store.ts';
import { EU_COUNTRIES } from '#shared/model/codes/lists.ts';
import { countryCodes } from '#shared/base/kernel/codes.ts';
import { decimal, plain } from '#shared/base/kernel/money.ts';
import type { BankAccount } from '#shared/records/parties/bank-accounts/store.ts';
import type { Client } from '#shared/records/parties/clients/store.ts';
import type { Company } from '#shared/model/company.ts';
import { counties, countries, CURRENCIES, PAYMENT_METHOD_LABELS, SERIES_LABELS, UNITS } from './labels.ts';
import type { VatCategory } from '#shared/model/vat/categories.ts';
import { standardRateOf } from '#shared/model/vat/rules.ts';
import type { defaultsSchema, ossRate } from './schema.ts';

/** Initial values for the form of a new invoice (REC-79 to REC-84). Pure. */

export interface DefaultsContext {
  company: Company;
  /** The client of the invoice, if one is chosen already. */
  client: Client | undefined;
  vatRates: readonly VatRate[];
  series: readonly Series[];
  bankAccounts: readonly BankAccount[];
  /** The exchange rates for an invoice of today: the last that were published before today. */
  published: RateSet | undefined;
}

const PAYMENT_TERM_DAYS = 30;

/** The defaults for an invoice of the company, to one of its clients if given. */
export function invoiceDefaults({
  company,
  client,
  vatRates,
  series,
  bankAccounts,
  published,
}: DefaultsContext): z.infer<typeof defaultsSchema> {
  const treatment = treatmentOf(company, client);
  const oss = treatment.ossApplicable && client ? ossOf(client.country) : null;
  return {
    vatRates: ratesFor(vatRates, treatment, company),
    currencies: CURRENCIES,
    defaultCurrency: client?.currency ?? company.defaultCurrency,
    defaultPaymentTermDays: client?.defaultPaymentTermDays ?? PAYMENT_TERM_DAYS,
    defaultUnitOfMeasure: 'buc',
    unitsOfMeasure: [...UNITS],
    documentSeriesTypes: [...SERIES_LABELS],
    paymentMethods: [...PAYMENT_METHOD_LABELS],
    exchangeRates: published ? shownRates(published) : {},
    exchangeRateDate: published?.date ?? null,
    isVatPayer: company.vatPayer,
    ...treatment,
    ossVatRate: oss,
    ossVatRates: oss ? [{ ...oss, default: true }] : [],
    countries: countries(countryCodes()),
    counties: counties(),
    series: Object.fromEntries(DOCUMENT_SERIES_TYPES.map(type => [type, defaultSeries(series, type)])) as z.infer<
      typeof defaultsSchema
    >['series'],
    bankAccounts: Object.fromEntries(
      bankAccounts
        .filter(account => account.isDefault)
        .map(({ id, currency, iban, bankName }) => [currency, { id, iban, bankName }]),
    ),
  };
}

interface Treatment {
  reverseCharge: boolean;
  exportApplicable: boolean;
  ossApplicable: boolean;
}

/** The VAT treatment that follows from the client's country and VAT registration. */
function treatmentOf(company: Company, client: Client | undefined): Treatment {
  const abroad = client !== undefined && client.country !== company.country;
  const inEu = abroad && EU_COUNTRIES.has(client.country);
  const reverseCharge = inEu && client.type === 'company' && client.viesValid === true;
  return {
    reverseCharge,
    exportApplicable: abroad && !inEu,
    ossApplicable: inEu && client.viesValid !== true && company.oss,
  };
}

type Rate = z.infer<typeof defaultsSchema>['vatRates'][number];

/**
 * The active rates. For reverse charge, a 0 rate with category AE is put first and is the default. For exports the 0 rate is the default in
 * its place; for a company that is not registered for VAT as well, for any client, with category O (REC-82).
 */
function ratesFor(
  vatRates: readonly VatRate[],
  { reverseCharge, exportApplicable }: Treatment,
  { vatPayer }: Pick<Company, 'vatPayer'>,
): Rate[] {
  const rates = vatRates
    .filter(rate => rate.isActive)
    .map(rate => ({
      ...{ id: rate.id, rate: plain(decimal(rate.rate)), label: rate.label, categoryCode: rate.categoryCode as VatCategory },
      default: rate.isDefault,
    }));
  const zero = rates.find(rate => rate.rate === '0');
  if (!zero || (vatPayer && !reverseCharge && !exportApplicable)) return rates;
  const isFirst = vatPayer && reverseCharge;
  const category = !vatPayer ? 'O' : reverseCharge ? 'AE' : zero.categoryCode;
  const first = { ...zero, categoryCode: category, default: true };
  const others = rates.map(rate => ({ ...rate, default: false }));
  return isFirst ? [first, ...others] : others.map(rate => (rate.id === zero.id ? first : rate));
}

/** The standard rate of the destination, which applies to distance sales under the EU one-stop shop (OSS). */
function ossOf(country: string): z.infer<typeof ossRate> | null {
  const rate = standardRateOf(country);
  return rate === undefined ? null : { rate, label: `TVA ${country} ${rate}%`, categoryCode: 'S' };
}

function defaultSeries(all: readonly Series[], type: Series['type']) {
  const series = all.find(one => one.type === type && one.isDefault && one.active);
  return series ? { id: series.id, name: series.name, prefix: series.prefix, nextNumber: series.currentNumber + 1 } : null;
}
