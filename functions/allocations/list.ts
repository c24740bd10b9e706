import { allocationsQuery } from '#shared/documents/allocations/input.ts';
import { presentAllocations } from '#shared/documents/allocations/present.ts';
import { readAllocations, readCredit } from '#shared/documents/allocations/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/allocations',
    summary: 'List allocations, latest first',
    auth: 'company',
    permission: 'payment.view',
    query: allocationsQuery(),
    responses: { 200: () => import('#shared/documents/allocations/schema.ts').then(schema => schema.allocationsSchema) },
    errors: [422],
    read: async ({ company, query: { clientId, from, to } }) => {
      const [allocations, credit] = await Promise.all([
        readAllocations(company, from, to),
        clientId === undefined ? undefined : readCredit(company, clientId),
      ]);
      return { allocations, credit };
    },
  },
  ({ query, loaded }) => presentAllocations(loaded, query),
);
