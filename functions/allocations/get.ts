import { presentAllocation } from '#shared/documents/allocations/present.ts';
import { readAllocation } from '#shared/documents/allocations/store.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/allocations/{uuid}',
    summary: 'Get an allocation',
    auth: 'company',
    permission: 'payment.view',
    responses: { 200: () => import('#shared/documents/allocations/schema.ts').then(schema => schema.allocationSchema) },
    errors: [404],
    read: async ({ company, params }) => found(await readAllocation(company, params.uuid), 'Allocation'),
  },
  ({ loaded }) => presentAllocation(loaded),
);
