import * as z from 'zod';
import { environment } from '#shared/platform/aws/environment.ts';
import { instant, presentInstant } from '#shared/base/kernel/clock.ts';
import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { sessionIfAny } from '#shared/platform/lambda/endpoint/steps/session-if-any.ts';
import { tableAnswers } from '#shared/app/system/table-answers.ts';
import { checksOf, DEPENDENCIES, statusOf } from '#shared/app/system/report.ts';

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
    summary: 'Status and version of the service; for a signed-in owner or admin, also the state of each dependency',
    auth: 'public',
    uncounted: true,
    responses: { 200: statusSchema, 503: statusSchema },
    uses: ['dependencies:check'],
  },
  async ({ event }) => {
    const database = await tableAnswers();
    // Sessions are stored in the table, so without it no caller can be identified.
    const caller = database ? await sessionIfAny(event) : null;
    const administers = caller?.memberships.some(({ role }) => role === 'owner' || role === 'admin');
    // Not rate-limited (`uncounted`), so an anonymous call costs only one read; queues and files are checked only for admins.
    const checks = administers ? await checkAll(database) : undefined;
    const status = checks ? statusOf(checks) : database ? 'healthy' : 'unhealthy';
    return answer(status === 'unhealthy' ? 503 : 200, {
      status,
      version: environment('serviceVersion'),
      timestamp: presentInstant(instant()),
      ...(checks && { checks, environment: environment('stage') }),
    });
  },
);

async function checkAll(database: boolean): Promise<ReturnType<typeof checksOf>> {
  const health = await import('#shared/app/system/dependencies.ts');
  const [queue, storage, freeDisk] = await Promise.all([
    health.queuesAnswer(),
    health.documentsBucketAnswers(),
    health.freeMegabytes(),
  ]);
  return checksOf({ database, queue, storage, freeDisk });
}
