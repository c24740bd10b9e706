import type { Actor } from '#shared/platform/access/model.ts';
import type { Series } from '#shared/records/catalogue/series/store.ts';
import type { VatRate } from '#shared/records/catalogue/vat-rates/store.ts';
import type { ConvertibleContext } from '#shared/documents/common/convertible/context.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { Company } from '#shared/model/company.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import type { Client } from '#shared/records/parties/clients/store.ts';

/**
 * The records that a proforma or a delivery note is created with, for rules that reject its values: a VAT payer, a client, a series, the
 * rate of 21 %.
 */
export function convertibleOf(type: Series['type']) {
  const [clientId, seriesId, vat21] = [newId(), newId(), newId()];
  const context: ConvertibleContext = {
    company: { id: newId(), vatPayer: true, vatCode: 'RO1', country: 'RO', defaultCurrency: 'RON' } as Company,
    client: { id: clientId, name: 'Client SRL' } as Client,
    series: [{ id: seriesId, type, active: true, isDefault: true } as Series],
    vatRates: [{ id: vat21, rate: '21', categoryCode: 'S', isActive: true } as VatRate],
    ...{ bankAccounts: [], products: new Map(), issuer: undefined },
  };
  const by = { userId: 'u', name: 'Ana', email: 'ana@example.test' } as Actor;
  return { scope: { token: '', company: companyScope(''), clientId, seriesId, vat21 }, context, by };
}
