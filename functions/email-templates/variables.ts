import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { variablesQuery } from '#shared/output/mail/templates/input.ts';
import { listedNames } from '#shared/output/mail/templates/variables.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/email-templates/variables',
    summary: 'List the variables and conditions for templates of a category, with sample values',
    auth: 'company',
    permission: 'email_template.view',
    table: 'none',
    query: variablesQuery,
    responses: { 200: () => import('#shared/output/mail/templates/schema.ts').then(schema => schema.variablesSchema) },
  },
  ({ query: { category } }) => ({ category, ...listedNames(category) }),
);
