import { personOf } from '#shared/documents/common/timeline.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { periodLockBody, presentPeriodLock, setPeriodLock } from '#shared/records/parties/companies/period-lock.ts';

export const handler = defineEndpoint(
  {
    method: 'PUT',
    path: '/api/v1/companies/{uuid}/period-lock',
    summary: 'Close or open a period',
    auth: 'company',
    companyIn: 'path',
    // Of accountants: who files the returns of a month closes it.
    permission: 'declaration.submit',
    body: periodLockBody,
    responses: {
      200: () => import('#shared/records/parties/companies/period-lock-schema.ts').then(schema => schema.periodLockSchema),
    },
    errors: [404, 422],
    present: presentPeriodLock,
  },
  ({ company, actor, body, commit }) => setPeriodLock(company, body, personOf(actor), commit),
);
