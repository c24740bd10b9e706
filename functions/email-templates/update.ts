import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { templateChangeBody } from '#shared/mail/templates/input.ts';
import { updateTemplate } from '#shared/mail/templates/manage.ts';
import { presentTemplate } from '#shared/mail/templates/present.ts';
import { readTemplateSet } from '#shared/mail/templates/store.ts';
import { mustHave } from '#shared/store/record-set.ts';

export const handler = defineEndpoint(
  {
    method: 'PATCH',
    path: '/api/v1/email-templates/{uuid}',
    summary: 'Change an email template; mails already sent do not change',
    auth: 'company',
    permission: 'email_template.manage',
    body: templateChangeBody,
    responses: { 200: () => import('#shared/mail/templates/schema.ts').then(schema => schema.templateSchema) },
    errors: [404, 422],
    read: async ({ company, params }) => mustHave(await readTemplateSet(company), params.uuid, 'Email template'),
    present: presentTemplate,
  },
  ({ companyId, params, body, loaded, commit }) => updateTemplate(params.uuid, body, { company: companyId, loaded, commit }),
);
