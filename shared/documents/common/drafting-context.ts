import { readProducts } from '#shared/records/catalogue/products/store.ts';
import { readSeries } from '#shared/records/catalogue/series/store.ts';
import { readVatRates } from '#shared/records/catalogue/vat-rates/store.ts';
import { readBankAccounts } from '#shared/records/parties/bank-accounts/store.ts';
import { rateBefore } from '#shared/records/exchange-rates/read.ts';
import { possibleTaxPoints, type PublishedRates, type RateChanges } from '#shared/model/exchange-rate.ts';
import { readClient } from '#shared/records/parties/clients/store.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { DraftingContext } from './drafting.ts';
import type { LineBody } from './input.ts';

/** What drafting reads, all in parallel. The company is not part of it: authorization has read it already. */
export type ReadContext = Omit<DraftingContext, 'company'>;

interface Referring extends RateChanges {
  clientId?: string | null | undefined;
  lines?: readonly Pick<LineBody, 'productId'>[] | undefined;
}

/**
 * Reads the records that a body refers to. Those that the company does not have are left out of the result; drafting throws 404 for
 * them.
 */
export async function readContext(company: CompanyId, body: Referring | undefined): Promise<ReadContext> {
  const [client, series, bankAccounts, records, published] = await Promise.all([
    body?.clientId ? readClient(company, body.clientId) : undefined,
    readSeries(company),
    readBankAccounts(company),
    readLineRecords(company, body?.lines),
    readPublished(body),
  ]);
  return { client, series, bankAccounts, ...records, published };
}

/** The records that lines refer to. Two parallel reads. */
export async function readLineRecords(
  company: CompanyId,
  lines: Referring['lines'] = [],
): Promise<Pick<DraftingContext, 'vatRates' | 'products'>> {
  const productIds = [...new Set(lines.flatMap(line => line.productId ?? []))];
  const [vatRates, products] = await Promise.all([
    readVatRates(company),
    productIds.length > 0 ? readProducts(company, productIds) : [],
  ]);
  return { vatRates, products: new Map(products.flatMap(product => (product ? [[product.id, product]] : []))) };
}

/**
 * The published rates for a document in a foreign currency, one for each day that can be its tax point; undefined if the body has no
 * currency or date. A stated rate is compared with them.
 */
export async function readPublished(terms: RateChanges | undefined): Promise<PublishedRates | undefined> {
  const { currency, issueDate } = terms ?? {};
  if (!currency || currency === 'RON' || !issueDate) return undefined;
  const days = possibleTaxPoints({ ...terms, issueDate });
  const rates = await Promise.all(days.map(async day => [day, await rateBefore(day, currency)] as const));
  return new Map(rates.flatMap(([day, rate]) => (rate ? [[day, rate] as const] : [])));
}
