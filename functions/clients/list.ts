import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { clientQuery, listClients } from '#shared/records/parties/clients/list.ts';
import { presentClientPage } from '#shared/records/parties/clients/present.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/clients',
    summary: 'List the clients of the company, grouped by the first letter of their name',
    auth: 'company',
    permission: 'client.view',
    query: clientQuery,
    responses: { 200: () => import('#shared/records/parties/clients/schema.ts').then(schema => schema.clientPageSchema) },
    read: ({ company, query }) => listClients(company, query),
    present: presentClientPage,
  },
  ({ loaded, query: { page, limit } }) => ({ ...loaded, page, limit }),
);
