import { readProducts } from '../catalogue/products/store.ts';
import { readSeries } from '../catalogue/series/store.ts';
import { readVatRates } from '../catalogue/vat-rates/store.ts';
import { readBankAccounts } from '../parties/bank-accounts/store.ts';
import { readClient } from '../parties/clients/store.ts';
import type { CompanyId } from '../store/table.ts';
import type { DraftingContext } from './drafting.ts';
import type { LineBody } from './input.ts';

/** What drafting reads beside the company, which admission has: all in parallel. */
export type ReadContext = Omit<DraftingContext, 'company'>;

interface Referring {
  clientId?: string | null | undefined;
  lines?: readonly Pick<LineBody, 'productId'>[] | undefined;
}

/** Reads what a body refers to. Records it names and the company lacks are simply not in the answer; drafting refuses them. */
export async function readContext(company: CompanyId, body: Referring | undefined): Promise<ReadContext> {
  const productIds = [...new Set(body?.lines?.flatMap(line => line.productId ?? []) ?? [])];
  const [client, series, vatRates, bankAccounts, products] = await Promise.all([
    body?.clientId ? readClient(company, body.clientId) : undefined,
    readSeries(company),
    readVatRates(company),
    readBankAccounts(company),
    productIds.length > 0 ? readProducts(company, productIds) : [],
  ]);
  return {
    client,
    series,
    vatRates,
    bankAccounts,
    products: new Map(products.flatMap(product => (product ? [[product.id, product]] : []))),
  };
}
