import { syncStatus } from '#shared/documents/received-sync/status.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/sync/status',
    summary: 'Get the status of the synchronization with the tax authority',
    auth: 'company',
    permission: 'efactura.view',
    responses: {
      200: () => import('#shared/documents/received-sync/messages/schema.ts').then(schema => schema.syncStatusSchema),
    },
  },
  ({ company, companyId }) => syncStatus(company, companyId),
);
