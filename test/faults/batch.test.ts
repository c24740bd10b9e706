import { describe, expect, it } from 'vitest';
import { places } from '../support/effort.ts';
import { numbers, useIssues } from '../support/faults/issuing.ts';
import { call, invoiceBody, readyCompany } from '../support/invoices.ts';
import type { Scope } from '../support/service.ts';
import { useOwnService } from '../support/service.ts';
import { numbersOf, sendBatch } from '../api/invoices/batch-calls.ts';

/** A batch of invoices that ends in the middle is finished by its repetition (INV-82). */

const service = useOwnService();
const { issuedNumbers } = useIssues(service);

const COUNT = 4;

const batchOf = ({ clientId }: { clientId: string }) => ({
  invoices: Array.from({ length: COUNT }, () => invoiceBody(clientId, { idempotencyKey: undefined })),
  issue: true,
});

const totalOf = async (scope: Scope): Promise<number> =>
  (await call<{ total: number }>(service(), scope, 'GET', '/invoices')).body.total;

describe('a batch', () => {
  it('whose process dies at any call is finished by its repetition: nothing is made twice, and no number is missing', async () => {
    const scope = await readyCompany(service());
    expect((await sendBatch(service(), scope, batchOf(scope), 'first')).body.succeeded).toBe(COUNT);
    const calls =
      service()
        .runtime.meter.last(5)
        .find(one => one.function === 'invoices-batch')?.calls ?? [];
    expect(calls.length).toBeGreaterThan(4 * COUNT);
    let made = COUNT;
    for (const at of places(calls.length, 12))
      for (const when of ['before', 'after'] as const) {
        const what = `died ${when} call ${at}, ${calls[at - 1]?.operation}`;
        const body = batchOf(scope);
        service().runtime.faults.crash({ call: at, when, name: 'invoices-batch' });
        const died = await sendBatch(service(), scope, body, what);
        // An undisturbed one may take fewer calls than the first.
        if (service().runtime.faults.crashed()) expect(died.status, what).toBe(500);
        service().runtime.faults.clear();
        // The claim of the key ends with the longest request.
        await service().advance('PT40S');
        const again = await sendBatch(service(), scope, body, what);
        expect(again.body, what).toMatchObject({ succeeded: COUNT, refused: 0 });
        made += COUNT;
        expect(numbersOf(again.body).toSorted(), what).toEqual(numbers(COUNT, made - COUNT + 1));
      }
    await service().idle();
    // Each repetition had the next numbers, and there is no other invoice.
    expect(await totalOf(scope)).toBe(made);
  });

  it('that is sent twice at once, with the keys of its documents, is made once', async () => {
    const scope = await readyCompany(service());
    const invoices = Array.from({ length: COUNT }, () => invoiceBody(scope.clientId));
    const answers = await Promise.all([1, 2, 3].map(() => sendBatch(service(), scope, { invoices, issue: true })));
    for (const { body } of answers) expect(numbersOf(body)).toEqual(numbersOf(answers[0]?.body ?? body));
    expect(answers.map(({ body }) => body.refused)).toEqual([0, 0, 0]);
    await service().idle();
    expect(await issuedNumbers(scope)).toEqual(numbers(COUNT));
    expect(await totalOf(scope)).toBe(COUNT);
  });
});
