import { presentAcceptedLog } from '#shared/documents/common/present/email-log.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { readStatementMailing } from '#shared/documents/reports/statement/accepting-statements.ts';
import { statementEmailBody } from '#shared/documents/reports/statement/asked.ts';
import { acceptEmail } from '#shared/output/mail/documents/accept.ts';
import { requirePermissions } from '#shared/platform/access/permissions.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/reports/statement/email',
    summary: 'Mail a statement of account to a client or supplier',
    auth: 'company',
    permission: 'invoice.send',
    confirmedEmail: true,
    body: statementEmailBody,
    responses: { 200: () => import('#shared/documents/common/present/email-schema.ts').then(schema => schema.acceptedLogSchema) },
    errors: [404, 422],
    uses: ['documents:read'],
    present: presentAcceptedLog,
  },
  async ({ company, actor, body, commit }) => {
    // The mail has what GET /reports/statement shows, at whatever address; its partners are not read for others either.
    requirePermissions(actor, ['report.view']);
    const mailing = await readStatementMailing(company.id, body);
    return acceptEmail({ ...mailing, company, sentBy: personOf(actor), commit });
  },
);
