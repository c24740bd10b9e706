import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { templateChangeBody } from '#shared/output/mail/templates/input.ts';
import { updateTemplate } from '#shared/output/mail/templates/manage.ts';
import { presentTemplate } from '#shared/output/mail/templates/present.ts';
import { readTemplateSet } from '#shared/output/mail/templates/store.ts';
import { mustHave } from '#shared/platform/store/record-set.ts';

export const handler = defineEndpoint(
  {
    method: 'PATCH',
    path: '/api/v1/email-templates/{uuid}',
    summary: 'Change an email template; mails already sent do not change',
    auth: 'company',
    permission: 'email_template.manage',
    body: templateChangeBody,
    responses: { 200: () => import('#shared/output/mail/templates/schema.ts').then(schema => schema.templateSchema) },
    errors: [404, 422],
    read: async ({ company, params }) => mustHave(await readTemplateSet(company), params.uuid, 'Email template'),
    present: presentTemplate,
  },
  ({ companyId, params, body, loaded, commit }) => updateTemplate(params.uuid, body, { company: companyId, loaded, commit }),
);
