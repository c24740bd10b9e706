import { statementBody } from '#shared/documents/bank-statements/input.ts';
import { presentProposed } from '#shared/documents/bank-statements/present.ts';
import { proposeForStatement } from '#shared/documents/bank-statements/propose.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/bank-statements/proposals',
    summary: 'Compare a bank statement (CAMT.053) with open documents, and propose payments',
    auth: 'company',
    permission: 'payment.view',
    body: statementBody,
    responses: { 200: () => import('#shared/documents/bank-statements/schema.ts').then(schema => schema.proposedSchema) },
    errors: [422],
    uses: ['documents:read'],
    table: 'read',
    // It reads only: also for a company that may not be changed.
    readOnlyCompany: true,
  },
  async ({ companyId, body }) => presentProposed(await proposeForStatement(companyId, body.statement)),
);
