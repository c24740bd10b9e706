import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { planOf } from '#shared/platform/access/organization-plan.ts';
import { presentAttachment } from '#shared/documents/common/present/attachment.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';
import { readForCompletion } from '#shared/documents/invoices/attachments/uploads.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/attachments/uploads/{uploadId}/complete',
    summary: 'Turn an uploaded file into an attachment',
    auth: 'company',
    permission: 'invoice.edit',
    responses: { 201: () => import('#shared/documents/common/present/schema.ts').then(schema => schema.attachmentSchema) },
    errors: [409, 413, 415, 422],
    uses: ['uploads:read', 'documents:write'],
    read: ({ company, organizationId, params }) =>
      Promise.all([
        readForCompletion(company, params.uuid, params.uploadId),
        planOf(organizationId),
        // Imported in parallel with the reads, because it brings in the S3 client.
        loadMeanwhile(() => import('#shared/documents/invoices/attachments/complete-upload.ts')),
      ]),
    present: presentAttachment,
  },
  ({ actor, loaded: [found, plan, { completeUpload }], commit }) => completeUpload({ ...found, plan, by: actor, commit }),
);
