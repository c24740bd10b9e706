import { afterAll, beforeAll, expect, test } from 'vitest';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { call, issued, readyCompany } from '../../support/invoices.ts';
import { metricsOf } from '../../support/alarms/log-metrics.ts';
import { useOwnService } from '../../support/service.ts';

// A batch of records that Lambda delivers again is counted again.
const service = useOwnService({ deliversTwice: false });
const lines: Record<string, unknown>[] = [];
beforeAll(() => {
  setLogSink(line => {
    const one = JSON.parse(line) as Record<string, unknown>;
    // Only lines of workers are in the log group that the metric filters read.
    if (String(one['function']).startsWith('workers-')) lines.push(one);
  });
});
afterAll(() => setLogSink(() => {}));

/** The number of times that each step was counted. */
const counts = () =>
  Object.fromEntries(
    ['issued', 'submitted', 'validated', 'rejected'].map(step => [
      step,
      (metricsOf('workers', lines)[`invoices-${step}`] ?? []).length,
    ]),
  );

test('an invoice that is issued, submitted and validated, and one that is rejected, are counted for the dashboard', async () => {
  const scope = await readyCompany(service());
  const first = await issued(service(), scope, { clientId: scope.clientId });
  await service().idle();
  expect(counts()).toEqual({ issued: 1, submitted: 0, validated: 0, rejected: 0 });
  expect((await call(service(), scope, 'POST', `/invoices/${first.id}/submit`)).status).toBe(200);
  await service().advance('PT30M');
  expect(counts()).toEqual({ issued: 1, submitted: 1, validated: 1, rejected: 0 });

  await service().api('PUT', '/_local/taxauth', { body: { mode: 'reject', errors: ['E: BR-RO-010'] } });
  const second = await issued(service(), scope, { clientId: scope.clientId });
  expect((await call(service(), scope, 'POST', `/invoices/${second.id}/submit`)).status).toBe(200);
  await service().advance('PT30M');
  expect(counts()).toEqual({ issued: 2, submitted: 2, validated: 1, rejected: 1 });
  expect(lines.filter(({ message }) => message === 'invoice progress').map(({ documentId }) => documentId)).toEqual(
    expect.arrayContaining([first.id, second.id]),
  );
});
