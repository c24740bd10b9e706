import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { listShareLinks, readShareLinks } from '#shared/documents/invoices/share-links/list.ts';
import { presentLinks } from '#shared/documents/invoices/share-links/present.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices/{uuid}/share-links',
    summary: 'Share links of an invoice, newest first',
    auth: 'company',
    permission: 'invoice.view',
    responses: {
      200: () => import('#shared/documents/invoices/share-links/schema.ts').then(schema => schema.linkSchema.array()),
    },
    errors: [404],
    uses: ['secrets-key:decrypt:share-links'],
    read: ({ company, params }) => readShareLinks(company, params.uuid),
    present: presentLinks,
  },
  ({ companyId, loaded }) => listShareLinks(companyId, loaded),
);
