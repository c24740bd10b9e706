import { syncLog } from '#shared/documents/received-sync/log.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/sync/log',
    summary: 'List the last 50 processed messages of the tax authority, and synchronizations that failed',
    auth: 'company',
    permission: 'efactura.view',
    responses: { 200: () => import('#shared/documents/received-sync/messages/schema.ts').then(schema => schema.syncLogSchema) },
  },
  ({ company, companyId }) => syncLog(company, companyId),
);
