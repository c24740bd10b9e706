import { planOf } from '#shared/platform/access/organization-plan.ts';
import { readContext } from '#shared/documents/common/drafting-context.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { createTemplate } from '#shared/documents/recurring-invoices/manage.ts';
import { presentTemplate } from '#shared/documents/recurring-invoices/present.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/recurring-invoices',
    summary: 'Add a recurring invoice: a template from which invoices are issued periodically',
    auth: 'company',
    permission: 'recurring_invoice.manage',
    body: () => import('#shared/documents/recurring-invoices/input.ts').then(input => input.recurringBody),
    confirmedEmail: body => body.autoEmailEnabled === true,
    responses: { 201: () => import('#shared/documents/recurring-invoices/schema.ts').then(schema => schema.recurringSchema) },
    errors: [402, 404, 422],
    read: ({ company, organizationId, body }) => Promise.all([readContext(company, body), planOf(organizationId)]),
    present: presentTemplate,
  },
  ({ company, actor, body, loaded: [context, plan], commit }) =>
    createTemplate(body, { company, context, plan, by: actor, commit }),
);
