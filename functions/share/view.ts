import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentShared } from '#shared/documents/invoices/share-links/present.ts';
import { noteView, openLink } from '#shared/documents/invoices/share-links/visit.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/share/{token}',
    summary: 'Get a shared invoice as its client sees it',
    auth: 'public',
    window: 'share',
    responses: { 200: () => import('#shared/documents/invoices/share-links/schema.ts').then(schema => schema.sharedSchema) },
    errors: [404],
    table: 'write',
    read: ({ params }) => openLink(params.token),
    present: presentShared,
  },
  async ({ loaded }) => {
    await noteView(loaded);
    return loaded;
  },
);
