import { describe, it } from 'vitest';
import { seedOf } from '../support/effort.ts';
import { useIssues } from '../support/faults/issuing.ts';
import { useOwnService } from '../support/service.ts';

const service = useOwnService();
const { issueAtOnce, getsFilesThoughDies } = useIssues(service);

describe('an issued invoice gets its files', () => {
  it.each([
    ['the renderer, before it has stored a file', 'workers-render-document', 's3.PutObject', 'before'],
    ['the renderer, after it has stored a file', 'workers-render-document', 's3.PutObject', 'after'],
    ['the consumer of the stream, after it has invoked the renderer', 'workers-publish-changes', 'lambda.Invoke', 'after'],
  ] as const)('when a process dies: %s', (_, name, operation, when) => getsFilesThoughDies(name, operation, when));
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
