import { readStoredConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { presentConfiguration } from '#shared/output/pdf/configuration-store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/pdf-template-config',
    summary: "Get the layout settings of the company's PDFs",
    auth: 'company',
    permission: 'settings.view',
    responses: { 200: () => import('#shared/output/pdf/schema.ts').then(schema => schema.configurationSchema) },
    read: ({ company }) => readStoredConfiguration(company),
    present: presentConfiguration,
  },
  ({ loaded }) => loaded,
);
