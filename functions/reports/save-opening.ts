import { openingBody } from '#shared/documents/reports/ledger/opening-input.ts';
import { presentOpening } from '#shared/documents/reports/ledger/present.ts';
import { readPartner, saveOpening } from '#shared/documents/reports/ledger/save-opening.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'PUT',
    path: '/api/v1/reports/opening-balances',
    summary: 'Replace the opening balance of a client or supplier',
    auth: 'company',
    permission: 'client.edit',
    body: openingBody,
    responses: { 200: () => import('#shared/documents/reports/ledger/schema.ts').then(schema => schema.openingSchema) },
    errors: [422],
    read: ({ company, body }) => readPartner(company, body),
    present: presentOpening,
  },
  ({ companyId, loaded, body, commit }) => saveOpening(companyId, loaded, body, commit),
);
