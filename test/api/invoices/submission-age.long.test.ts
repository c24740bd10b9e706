import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { call, issued, readyCompany } from '../../support/invoices.ts';
import { metricsOf } from '../../support/alarms/log-metrics.ts';
import { useOwnService } from '../../support/service.ts';

const service = useOwnService();
const waited: number[] = [];
beforeAll(() => {
  vi.stubEnv('TAXAUTH_TIMEOUT_MS', '500');
  setLogSink(line => {
    const measured = JSON.parse(line) as Record<string, unknown>;
    // Only lines of tasks are in the log group that the alarm reads.
    if (!String(measured['function']).startsWith('tasks-')) return;
    waited.push(...(metricsOf('tasks', [measured])['submission-age'] ?? []));
  });
});
afterAll(() => {
  setLogSink(() => {});
  vi.unstubAllEnvs();
});

test('each attempt to deliver a document logs how long it has waited, which the alarm `late-submissions` reads', async () => {
  const scope = await readyCompany(service());
  const { id } = await issued(service(), scope, { clientId: scope.clientId });
  const behave = (body: object) => service().api('PUT', '/_local/taxauth', { body });
  // The document is sent, no response comes, and then the authority is unavailable.
  await behave({ mode: 'slow', delayMs: 60_000 });
  expect((await call(service(), scope, 'POST', `/invoices/${id}/submit`)).status).toBe(503);
  await behave({ mode: 'down' });
  await service().advance('PT2H');
  expect(waited.length).toBeGreaterThan(1);
  expect(waited).toEqual(waited.toSorted((a, b) => a - b));
  expect(waited.at(-1)).toBeGreaterThan(3600);
  expect(waited.at(-1)).toBeLessThanOrEqual(7200);
});
