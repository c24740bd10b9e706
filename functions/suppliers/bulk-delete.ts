import { bulkDeleteBody } from '#shared/platform/lambda/endpoint/bulk-delete.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { suppliers } from '#shared/records/parties/suppliers/store.ts';
import { type BulkRemoval, removeManyListed } from '#shared/platform/store/listed.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/suppliers/bulk-delete',
    summary: 'Remove up to 100 suppliers',
    auth: 'company',
    permission: 'client.delete',
    body: bulkDeleteBody,
    invalidBody: 400,
    responses: { 200: () => import('#shared/platform/lambda/endpoint/schema.ts').then(schema => schema.bulkDeleteSchema) },
    present: (removal: BulkRemoval) => removal,
  },
  ({ companyId, body, commit }) => removeManyListed(suppliers, companyId, body.ids, commit),
);
