import { allocationBody } from '#shared/documents/allocations/input.ts';
import { presentRecorded } from '#shared/documents/allocations/present.ts';
import { recordAllocation } from '#shared/documents/allocations/record.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/allocations',
    summary: 'Record a payment of several invoices',
    auth: 'company',
    permission: 'payment.create',
    body: allocationBody,
    responses: {
      201: () => import('#shared/documents/allocations/schema.ts').then(schema => schema.recordedAllocationSchema),
    },
    errors: [422],
    present: presentRecorded,
  },
  ({ company, actor, body, commit }) => recordAllocation({ company, body, by: actor, commit }),
);
