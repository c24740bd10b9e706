import { presentLog } from '../../shared/inbound-sync/messages/present.ts';
import { lastProcessed } from '../../shared/inbound-sync/messages/store.ts';
import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';

const SHOWN = 50;

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/sync/log',
    summary: 'The last 50 processed messages of the tax authority',
    auth: 'company',
    permission: 'efactura.view',
    responses: { 200: () => import('../../shared/inbound-sync/messages/schema.ts').then(schema => schema.syncLogSchema) },
    uses: ['index:gsi2'],
    read: ({ company }) => lastProcessed(company, SHOWN),
    present: presentLog,
  },
  ({ loaded }) => loaded,
);
