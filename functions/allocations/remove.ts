import { readAllocation } from '#shared/documents/allocations/store.ts';
import { undoable, undoAllocation } from '#shared/documents/allocations/undo.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/allocations/{uuid}',
    summary: 'Remove an allocation with its payments',
    auth: 'company',
    permission: 'payment.delete',
    responses: { 204: null },
    errors: [404, 409, 422],
    read: async ({ company, params }) => undoable(await readAllocation(company, params.uuid)),
  },
  ({ company, actor, loaded, commit }) => undoAllocation({ company, loaded, by: actor, commit }),
);
