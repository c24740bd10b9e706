import { deleteVatRate } from '#shared/records/catalogue/vat-rates/remove.ts';
import { readVatRateSet } from '#shared/records/catalogue/vat-rates/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { mustHave } from '#shared/platform/store/record-set.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/vat-rates/{uuid}',
    summary: 'Remove a VAT rate; lines that use it do not change',
    auth: 'company',
    permission: 'settings.manage',
    responses: { 204: null },
    errors: [404, 409],
    read: async ({ company, params }) => mustHave(await readVatRateSet(company), params.uuid, 'VAT rate'),
  },
  ({ companyId, params, loaded, commit }) => deleteVatRate(companyId, loaded, params.uuid, commit),
);
