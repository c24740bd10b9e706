import { planOf } from '#shared/access/organization-plan.ts';
import { readContext } from '#shared/documents/drafting-context.ts';
import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { createTemplate } from '#shared/recurring-invoices/manage.ts';
import { presentTemplate } from '#shared/recurring-invoices/present.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/recurring-invoices',
    summary: 'Add a recurring invoice: a template from which invoices are issued periodically',
    auth: 'company',
    permission: 'recurring_invoice.manage',
    body: () => import('#shared/recurring-invoices/input.ts').then(input => input.recurringBody),
    confirmedEmail: body => body.autoEmailEnabled === true,
    responses: { 201: () => import('#shared/recurring-invoices/schema.ts').then(schema => schema.recurringSchema) },
    errors: [402, 404, 422],
    read: ({ company, body }) => readContext(company, body),
    present: presentTemplate,
  },
  async ({ company, actor, body, loaded: context, commit }) =>
    createTemplate(body, { company, context, plan: await planOf(company.organizationId), by: actor, commit }),
);
