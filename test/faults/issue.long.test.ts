import { describe, it } from 'vitest';
import { seedOf } from '../support/effort.ts';
import { useIssues } from '../support/faults/issuing.ts';
import { useOwnService } from '../support/service.ts';

const service = useOwnService();
const { issueAtOnce, getsFilesThoughDies } = useIssues(service);

describe('An issued invoice gets its files', () => {
  it.each([
    ['the renderer, after it stored the PDF', 'workers-render-document', 's3.PutObject', 'PT2M'],
    ['the renderer, after it noted the PDF', 'workers-render-document', 'dynamodb.TransactWriteItems', 'PT2M'],
    ['who hands the work to the renderer', 'workers-retry-render', 'lambda.Invoke', 'PT10M'],
  ])('though a process dies: %s', (_, name, operation, until) => getsFilesThoughDies(name, operation, until));
});

describe('Gap-free numbers', () => {
  it('are given to 64 concurrent issues on one series, without an error', () => issueAtOnce(64));

  it('are given to them with conflicts, throttles and lost answers of the database', async () => {
    for (const kind of ['conflict', 'throttle', 'lostAnswer'] as const) {
      service().runtime.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind, rate: 0.1, seed: seedOf(7) });
    }
    await issueAtOnce(64);
  });
});
