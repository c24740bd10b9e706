import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { lookUpVatStatus, type VatStatus } from '#shared/authority/taxauth/connections/look-up-vat-status.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/taxauth/vat-status/{cif}',
    summary: 'Check whether a tax number is registered for VAT',
    auth: 'user',
    responses: { 200: () => import('#shared/authority/taxauth/connections/schema.ts').then(schema => schema.vatStatusSchema) },
    errors: [400, 404, 503],
    table: 'write',
    // In one order, whether the register was asked just now or the answer was kept: who asked before is nobody's business.
    present: ({ name, vatPayer, vatOnCollection }: VatStatus) => ({ name, vatPayer, vatOnCollection }),
  },
  ({ params }) => lookUpVatStatus(params.cif),
);
