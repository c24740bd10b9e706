import { describe, expect, it } from 'vitest';
import { seedOf } from '../support/effort.ts';
import { numbers, useIssues } from '../support/faults/issuing.ts';
import { call, readyCompany } from '../support/invoices.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { useOwnService } from '../support/service.ts';

const service = useOwnService();
const { drafts, issue, issueAtOnce, getsFilesThoughDies } = useIssues(service);

describe('an issued invoice gets its files', () => {
  it.each([
    ['the renderer, before it has stored a file', 'workers-render-document', 's3.PutObject', 'before'],
    ['the renderer, after it has stored a file', 'workers-render-document', 's3.PutObject', 'after'],
    ['the consumer of the stream, after it has invoked the renderer', 'workers-publish-changes', 'lambda.Invoke', 'after'],
  ] as const)('when a process dies: %s', (_, name, operation, when) => getsFilesThoughDies(name, operation, when));
});

describe('gap-free numbers', () => {
  it('are assigned to 64 concurrent issues on one series, without an error', () => issueAtOnce(64));

  it('are assigned to 100 issues beside 100 payments of the same company and client, and none is refused', async () => {
    const scope = await readyCompany(service());
    const [paid, next] = [await drafts(scope, 100), await drafts(scope, 100)];
    await Promise.all(paid.map(({ id }) => issue(scope, id)));
    const pay = (id: string) =>
      call(service(), scope, 'POST', `/invoices/${id}/payments`, { amount: '1.00', paymentDate: today() });
    const answers = await Promise.all(next.flatMap(({ id }, place) => [issue(scope, id), pay(paid[place]?.id ?? '')]));
    expect(answers.map(({ status }) => status)).toEqual(next.flatMap(() => [200, 201]));
    expect(answers.flatMap(({ body }, place) => (place % 2 ? [] : [body.number])).toSorted()).toEqual(numbers(100, 101));
  });

  it('are assigned to them with conflicts, throttles and lost responses of the database', async () => {
    for (const kind of ['conflict', 'throttle', 'lostAnswer'] as const) {
      service().runtime.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind, rate: 0.1, seed: seedOf(7) });
    }
    await issueAtOnce(64);
  });
});
