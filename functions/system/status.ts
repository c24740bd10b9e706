import * as z from 'zod';
import { environment } from '#shared/platform/aws/environment.ts';
import { instant, presentInstant } from '#shared/base/kernel/clock.ts';
import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { sessionIfAny } from '#shared/platform/lambda/endpoint/steps/session-if-any.ts';
import { DEPENDENCIES } from '#shared/app/system/report.ts';
import { serviceStatus } from '#shared/app/system/status.ts';

const statusSchema = () =>
  z.object({
    status: z.enum(['healthy', 'degraded', 'unhealthy']),
    version: z.string(),
    timestamp: z.iso.datetime(),
    checks: z.record(z.enum(DEPENDENCIES), z.object({ ok: z.boolean(), message: z.string() })).optional(),
    environment: z.string().optional(),
  });

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/system/health',
    summary: 'Get the status and version of the service; for a signed-in owner or admin, also the state of each dependency',
    auth: 'public',
    uncounted: true,
    responses: { 200: statusSchema, 503: statusSchema },
    uses: ['dependencies:check'],
  },
  async ({ event }) => {
    const { status, checks } = await serviceStatus(() => sessionIfAny(event));
    return answer(status === 'unhealthy' ? 503 : 200, {
      status,
      version: environment('serviceVersion'),
      timestamp: presentInstant(instant()),
      ...(checks && { checks, environment: environment('stage') }),
    });
  },
);
