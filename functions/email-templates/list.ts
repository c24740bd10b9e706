import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { templatesQuery } from '#shared/mail/templates/input.ts';
import { listTemplates } from '#shared/mail/templates/manage.ts';
import type { EmailTemplate } from '#shared/mail/templates/model.ts';
import { presentTemplate } from '#shared/mail/templates/present.ts';
import { readTemplateSet } from '#shared/mail/templates/store.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/email-templates',
    summary: 'Email templates of the company; a category without one first gets its default one',
    auth: 'company',
    permission: 'email_template.view',
    query: templatesQuery,
    responses: { 200: () => import('#shared/mail/templates/schema.ts').then(schema => schema.templateSchema.array()) },
    table: 'write',
    read: ({ company }) => readTemplateSet(company),
    present: (templates: EmailTemplate[]) => templates.map(presentTemplate),
  },
  async ({ companyId, loaded, commit, query: { category, language } }) => {
    const templates = await listTemplates({ company: companyId, loaded, commit });
    return templates.filter(
      one => (category === undefined || one.category === category) && (language === undefined || one.language === language),
    );
  },
);
