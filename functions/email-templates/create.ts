import { planOf } from '#shared/platform/access/organization-plan.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { newTemplateBody } from '#shared/output/mail/templates/input.ts';
import { createTemplate } from '#shared/output/mail/templates/manage.ts';
import { presentTemplate } from '#shared/output/mail/templates/present.ts';
import { readTemplateSet } from '#shared/output/mail/templates/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/email-templates',
    summary: 'Add an email template',
    auth: 'company',
    permission: 'email_template.manage',
    body: newTemplateBody,
    responses: { 201: () => import('#shared/output/mail/templates/schema.ts').then(schema => schema.templateSchema) },
    errors: [402, 422],
    read: async ({ company, organizationId }) => {
      const [templates, plan] = await Promise.all([readTemplateSet(company), planOf(organizationId)]);
      return { templates, plan };
    },
    present: presentTemplate,
  },
  ({ companyId, body, loaded: { templates, plan }, commit }) =>
    createTemplate(body, plan, { company: companyId, loaded: templates, commit }),
);
