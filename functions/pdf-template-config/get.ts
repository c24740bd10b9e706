import { readStoredConfiguration } from '../../shared/pdf/configuration-item.ts';
import { configurationSchema, presentConfiguration } from '../../shared/pdf/configuration-store.ts';
import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';

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
