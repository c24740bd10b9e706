import { readStoredConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { configurationBody, presentConfiguration, updateConfiguration } from '#shared/output/pdf/configuration-store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'PUT',
    path: '/api/v1/pdf-template-config',
    summary: "Change the layout settings of the company's PDFs",
    auth: 'company',
    permission: 'settings.manage',
    body: configurationBody,
    invalidBody: 400,
    responses: { 200: () => import('#shared/output/pdf/schema.ts').then(schema => schema.configurationSchema) },
    read: ({ company }) => readStoredConfiguration(company),
    present: presentConfiguration,
  },
  ({ companyId, loaded, body, commit }) => updateConfiguration(companyId, loaded, body, commit),
);
