import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { templatesQuery } from '#shared/output/mail/templates/input.ts';
import { listTemplates } from '#shared/output/mail/templates/manage.ts';
import type { EmailTemplate } from '#shared/output/mail/templates/model.ts';
import { presentTemplate } from '#shared/output/mail/templates/present.ts';
import { readTemplateSet } from '#shared/output/mail/templates/store.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/email-templates',
    summary: 'Email templates of the company; a category without one first gets its default one',
    auth: 'company',
    permission: 'email_template.view',
    query: templatesQuery,
    responses: { 200: () => import('#shared/output/mail/templates/schema.ts').then(schema => schema.templateSchema.array()) },
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
