import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentPeriodLock, readPeriodLock } from '#shared/records/parties/companies/period-lock.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/companies/{uuid}/period-lock',
    summary: 'Get the closed period and its changes',
    auth: 'company',
    companyIn: 'path',
    permission: 'company.view',
    responses: {
      200: () => import('#shared/records/parties/companies/period-lock-schema.ts').then(schema => schema.periodLockSchema),
    },
    errors: [404],
    present: presentPeriodLock,
  },
  ({ company }) => readPeriodLock(company),
);
