import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { header, rawBody } from '#shared/platform/lambda/endpoint/request.ts';
import { planOf } from '#shared/platform/access/organization-plan.ts';
import { readForm } from '#shared/documents/invoices/attachments/form.ts';
import { presentAttachment } from '#shared/documents/common/present/attachment.ts';
import { readAttachmentQuota } from '#shared/documents/invoices/attachments/read.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/attachments',
    summary: 'Add a file of up to 4.4 MB to an invoice; for a larger one, use POST /api/v1/invoices/{uuid}/attachments/uploads',
    auth: 'company',
    permission: 'invoice.edit',
    form: { file: 'binary', description: 'string' },
    responses: { 201: () => import('#shared/documents/common/present/schema.ts').then(schema => schema.attachmentSchema) },
    errors: [409, 413, 415, 422],
    uses: ['documents:write'],
    read: ({ company, organizationId, params }) =>
      Promise.all([
        readAttachmentQuota(company, params.uuid),
        planOf(organizationId),
        // Imported in parallel with the reads, because it brings in the S3 client.
        loadMeanwhile(() => import('#shared/documents/invoices/attachments/add.ts')),
      ]),
    present: presentAttachment,
  },
  async ({ actor, event, loaded: [quota, plan, { addAttachment }], commit }) => {
    const form = await readForm(rawBody(event), header(event, 'content-type'));
    return addAttachment({ quota, plan, form, by: actor, commit });
  },
);
