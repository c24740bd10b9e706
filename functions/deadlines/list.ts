import * as z from 'zod';
import { listDeadlines } from '#shared/documents/deadlines/list.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { paging } from '#shared/platform/lambda/endpoint/request.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/deadlines',
    summary: 'List what is due in all companies that the caller can access',
    auth: 'user',
    permission: 'report.view',
    query: z.object(paging()),
    responses: { 200: () => import('#shared/documents/deadlines/schema.ts').then(schema => schema.deadlinesSchema) },
    errors: [422],
    uses: ['documents:read'],
  },
  ({ actor, query }) => listDeadlines(actor, query),
);
