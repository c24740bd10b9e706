import { readStoredConfiguration } from '../../shared/documents/pdf-config-item.ts';
import { configurationSchema, presentConfiguration } from '../../shared/documents/pdf-config.ts';
import { defineEndpoint } from '../../shared/http/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/pdf-template-config',
    summary: 'How the PDFs of the company look',
    auth: 'company',
    permission: 'settings.view',
    responses: { 200: configurationSchema },
    uses: ['table:read'],
    read: ({ company }) => readStoredConfiguration(company),
    present: presentConfiguration,
  },
  ({ loaded }) => loaded,
);
