import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { deleteTemplate } from '#shared/output/mail/templates/manage.ts';
import { readTemplateSet } from '#shared/output/mail/templates/store.ts';
import { mustHave } from '#shared/platform/store/record-set.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/email-templates/{uuid}',
    summary: 'Remove an email template',
    auth: 'company',
    permission: 'email_template.manage',
    responses: { 204: null },
    errors: [404, 409],
    read: async ({ company, params }) => mustHave(await readTemplateSet(company), params.uuid, 'Email template'),
  },
  ({ companyId, params, loaded, commit }) => deleteTemplate(params.uuid, { company: companyId, loaded, commit }),
);
