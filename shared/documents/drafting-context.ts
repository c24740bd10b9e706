import { readProducts } from '../catalogue/products/store.ts';
import { readSeries } from '../catalogue/series/store.ts';
import { readVatRates } from '../catalogue/vat-rates/store.ts';
import { readBankAccounts } from '../parties/bank-accounts/store.ts';
import { rateBefore } from '../exchange-rates/read.ts';
import type { PublishedRate, RateChanges } from '../model/exchange-rate.ts';
import { readClient } from '../parties/clients/store.ts';
import type { CompanyId } from '../store/table.ts';
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
  const productIds = [...new Set(body?.lines?.flatMap(line => line.productId ?? []) ?? [])];
  const [client, series, vatRates, bankAccounts, products, published] = await Promise.all([
    body?.clientId ? readClient(company, body.clientId) : undefined,
    readSeries(company),
    readVatRates(company),
    readBankAccounts(company),
    productIds.length > 0 ? readProducts(company, productIds) : [],
    readPublished(body),
  ]);
  return {
    client,
    series,
    vatRates,
    bankAccounts,
    products: new Map(products.flatMap(product => (product ? [[product.id, product]] : []))),
    published,
  };
}

/** The published rate for a foreign-currency document without an exchange rate; undefined if the body has no currency or date. */
export async function readPublished(terms: RateChanges | undefined): Promise<PublishedRate | undefined> {
  const { currency, issueDate, exchangeRate } = terms ?? {};
  if (!currency || currency === 'RON' || !issueDate || exchangeRate) return undefined;
  return rateBefore(issueDate, currency);
}
