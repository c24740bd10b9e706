import { toggleSync } from '#shared/documents/received-sync/toggle.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/companies/{uuid}/toggle-sync',
    summary: 'Switch automatic synchronization with the tax authority on or off',
    auth: 'company',
    companyIn: 'path',
    permission: 'company.edit',
    responses: { 200: () => import('#shared/documents/received-sync/messages/schema.ts').then(schema => schema.toggledSchema) },
    errors: [404, 422],
  },
  ({ company, companyId, commit }) => toggleSync(company, companyId, commit),
);
