import { describe, it } from 'vitest';
import { seedOf } from '../support/effort.ts';
import { useIssues } from '../support/faults/issuing.ts';
import { useOwnService } from '../support/service.ts';

const service = useOwnService();
const { issueAtOnce, getsFilesThoughDies } = useIssues(service);

describe('an issued invoice gets its files', () => {
  it.each([
    ['the renderer, after it stored the PDF', 'workers-render-document', 's3.PutObject', 'PT2M'],
    ['the renderer, after it removed the task', 'workers-render-document', 'dynamodb.DeleteItem', 'PT2M'],
    ['the function that invokes the renderer', 'workers-retry-render', 'lambda.Invoke', 'PT10M'],
  ])('when a process dies: %s', (_, name, operation, until) => getsFilesThoughDies(name, operation, until));
});

describe('gap-free numbers', () => {
  it('are assigned to 64 concurrent issues on one series, without an error', () => issueAtOnce(64));

  it('are assigned to them with conflicts, throttles and lost responses of the database', async () => {
    for (const kind of ['conflict', 'throttle', 'lostAnswer'] as const) {
      service().runtime.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind, rate: 0.1, seed: seedOf(7) });
    }
    await issueAtOnce(64);
  });
});
