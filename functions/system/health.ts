import * as z from 'zod';
import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { instant, presentInstant } from '#shared/base/kernel/clock.ts';
import { tableAnswers } from '#shared/app/system/table-answers.ts';

const healthSchema = () =>
  z.object({
    status: z.enum(['healthy', 'degraded']),
    checks: z.record(z.string(), z.enum(['ok', 'error'])),
    timestamp: z.iso.datetime(),
  });

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/health',
    summary: 'Check the health of the service, for load balancers',
    auth: 'public',
    uncounted: true,
    alsoDirect: true,
    responses: { 200: healthSchema, 503: healthSchema },
  },
  async () => {
    const healthy = await tableAnswers();
    const body = { status: healthy ? 'healthy' : 'degraded', checks: { database: healthy ? 'ok' : 'error' } };
    return answer(healthy ? 200 : 503, { ...body, timestamp: presentInstant(instant()) });
  },
);
