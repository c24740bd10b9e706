import * as z from 'zod';
import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { clientQuery, listClients } from '../../shared/parties/clients/list.ts';
import { listedClientSchema, presentClientPage } from '../../shared/parties/clients/present.ts';

const pageShape = { total: z.number(), page: z.number(), limit: z.number(), pages: z.number() };

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/clients',
    summary: 'Clients of the company, grouped by the first letter of their name',
    auth: 'company',
    permission: 'client.view',
    query: clientQuery,
    responses: { 200: z.object({ data: z.record(z.string(), z.array(listedClientSchema)), ...pageShape }) },
    uses: ['table:read'],
    read: ({ company, query }) => listClients(company, query),
    present: presentClientPage,
  },
  ({ loaded, query: { page, limit } }) => ({ ...loaded, page, limit }),
);
