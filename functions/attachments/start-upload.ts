import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { planOf } from '#shared/platform/access/organization-plan.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';
import { readAttachmentQuota } from '#shared/documents/invoices/attachments/read.ts';
import { presentUpload, startUpload, uploadBody } from '#shared/documents/invoices/attachments/start-upload.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/attachments/uploads',
    summary: 'Start the upload of a file that is too large for the API; the response contains the URL and form fields to post it',
    auth: 'company',
    permission: 'invoice.edit',
    body: uploadBody,
    invalidBody: 400,
    responses: { 201: () => import('#shared/documents/invoices/attachments/schema.ts').then(schema => schema.uploadSchema) },
    errors: [409, 413, 422],
    uses: ['uploads:write'],
    read: ({ company, organizationId, params }) =>
      Promise.all([
        readAttachmentQuota(company, params.uuid),
        planOf(organizationId),
        // Imported in parallel with the reads; `startUpload` needs it next, and it brings in the S3 client.
        loadMeanwhile(() => import('#shared/platform/aws/upload-target.ts')),
      ]),
    present: presentUpload,
  },
  ({ body, loaded: [quota, plan], commit }) => startUpload(quota, plan, body, commit),
);
