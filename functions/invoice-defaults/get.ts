import { companyOn } from '#shared/model/vat/status.ts';
import * as z from 'zod';
import { documented } from '#shared/base/kernel/fields.ts';
import { readSeries } from '#shared/records/catalogue/series/store.ts';
import { readVatRates } from '#shared/records/catalogue/vat-rates/store.ts';
import { lastSetOn } from '#shared/records/exchange-rates/read.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { invoiceDefaults } from '#shared/documents/invoices/defaults/get.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { isId } from '#shared/base/kernel/ids.ts';
import { readBankAccounts } from '#shared/records/parties/bank-accounts/store.ts';
import { readClient } from '#shared/records/parties/clients/store.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoice-defaults',
    summary: 'Get the default values for a new invoice',
    auth: 'company',
    permission: 'invoice.view',
    // Not validated as an id: an unknown client is ignored, whatever its form.
    query: z.object({ clientId: documented(z.string().trim().toLowerCase(), { type: 'string', format: 'uuid' }).optional() }),
    responses: { 200: () => import('#shared/documents/invoices/defaults/schema.ts').then(schema => schema.defaultsSchema) },
    read: ({ company, query }) =>
      Promise.all([
        query.clientId && isId(query.clientId) ? readClient(company, query.clientId) : undefined,
        readVatRates(company),
        readSeries(company),
        readBankAccounts(company),
        lastSetOn(addDays(today(), -1)),
      ]),
  },
  ({ company, loaded: [client, vatRates, series, bankAccounts, published] }) =>
    invoiceDefaults({ company: companyOn(company, today()), client, vatRates, series, bankAccounts, published }),
);
