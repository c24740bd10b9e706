import * as z from 'zod';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { createShareLink, readForSharing } from '#shared/documents/invoices/share-links/create.ts';
import { presentNewLink } from '#shared/documents/invoices/share-links/present.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/share-links',
    summary: 'Create a link by which the client can view the invoice',
    auth: 'company',
    permission: 'invoice.send',
    confirmedEmail: true,
    body: z
      .object({
        expiryDays: z.int('must be a whole number').min(1, 'must be at least 1').max(365, 'must be at most 365').default(30),
      })
      .meta({ id: 'ShareLinkInput' }),
    responses: { 201: () => import('#shared/documents/invoices/share-links/schema.ts').then(schema => schema.newLinkSchema) },
    errors: [409],
    uses: ['secrets-key:encrypt:share-links', 'secrets-key:decrypt:share-links'],
    read: ({ company, params }) => readForSharing(company, params.uuid),
    present: presentNewLink,
  },
  ({ actor, body, loaded, commit }) => createShareLink(loaded, body.expiryDays, personOf(actor), commit),
);
