import { defineEndpoint } from '../../shared/http/define-endpoint.ts';
import { planOf } from '../../shared/identity/organization-plan.ts';
import { attachmentSchema, presentAttachment } from '../../shared/invoices/attachments/present.ts';
import { completeUpload, readForCompletion } from '../../shared/invoices/attachments/uploads.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/attachments/uploads/{uploadId}/complete',
    summary: 'Make an attachment of an uploaded file',
    auth: 'company',
    permission: 'invoice.edit',
    responses: { 201: attachmentSchema },
    errors: [409, 413, 415, 422],
    uses: ['table:read', 'table:write', 'documents:read', 'documents:write'],
    read: ({ company, params }) => readForCompletion(company, params['uuid'] ?? '', params['uploadId'] ?? ''),
    present: presentAttachment,
  },
  async ({ company, actor, loaded, commit }) =>
    completeUpload({ ...loaded, plan: await planOf(company.organizationId), by: actor, commit }),
);
