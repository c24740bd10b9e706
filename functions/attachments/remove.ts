import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { attachable, readAttachment, refuseEmbedded } from '#shared/documents/invoices/attachments/read.ts';
import { removeAttachment } from '#shared/documents/invoices/attachments/remove.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/invoices/{uuid}/attachments/{attachmentId}',
    summary: 'Delete an attachment',
    auth: 'company',
    permission: 'invoice.edit',
    responses: { 204: null },
    errors: [404, 409, 410],
    read: ({ company, params }) => readAttachment(company, params.uuid, params.attachmentId),
  },
  ({ companyId, loaded: { invoice, attachment }, commit }) => {
    attachable(invoice);
    refuseEmbedded(attachment, invoice);
    return removeAttachment(companyId, attachment, commit);
  },
);
