import { describe, expect, it } from 'vitest';
import type { Invoice } from '../support/contract.ts';
import { places } from '../support/effort.ts';
import { numbers, useIssues } from '../support/faults/issuing.ts';
import { call, readyCompany } from '../support/invoices.ts';
import { useOwnService } from '../support/service.ts';

const service = useOwnService();
const { issuedNumbers, drafts, issue, read, callsOfIssue, issueAtOnce, getsFilesThoughDies } = useIssues(service);

describe('a process that dies at any call of issue', () => {
  it('leaves a draft, or an issued invoice that gets its files later; the next number follows without a gap', async () => {
    const scope = await readyCompany(service());
    const [first, second, third] = (await drafts(scope, 3)) as [Invoice, Invoice, Invoice];
    // One of them may have met a conflict and repeated its transaction.
    const [calls = []] = [await callsOfIssue(scope, first.id), await callsOfIssue(scope, second.id)].toSorted(
      (a, b) => a.length - b.length,
    );
    const issued = [first.id, second.id];
    let next = third;
    for (const at of places(calls.length, 12)) {
      for (const when of ['before', 'after'] as const) {
        const what = `died ${when} call ${at}, ${calls[at - 1]?.operation}`;
        service().runtime.faults.crash({ call: at, when, name: 'invoices-issue' });
        expect((await issue(scope, next.id)).status, what).toBe(500);
        expect(service().runtime.faults.crashed(), what).toBe(true);
        const found = await read(scope, next.id);
        if (found.status === 'draft') {
          // Nothing was done: a later attempt issues it.
          expect([found.number, found.events.length], what).toEqual([expect.stringMatching(/^DRAFT-/), 1]);
          continue;
        }
        issued.push(next.id);
        expect([found.status, found.number], what).toEqual(['issued', numbers(1, issued.length)[0]]);
        [next] = (await drafts(scope, 1)) as [Invoice];
      }
    }
    // It died after its transaction at least once: after its last call.
    expect(issued.length).toBeGreaterThan(2);
    await service().advance('PT2M');
    for (const id of issued) {
      expect(await read(scope, id)).toMatchObject({ xmlGenerated: true, pdfGenerated: true });
      expect((await call(service(), scope, 'GET', `/invoices/${id}/xml`)).status).toBe(200);
      expect((await call(service(), scope, 'GET', `/invoices/${id}/pdf`)).status).toBe(200);
    }
    expect((await issue(scope, next.id)).body.number).toBe(numbers(1, issued.length + 1)[0]);
    expect(await issuedNumbers(scope)).toEqual(numbers(issued.length + 1));
  });

  it('and the files are made though the consumer of the stream dies before it has invoked the renderer', () =>
    getsFilesThoughDies('workers-publish-changes', 'lambda.Invoke', 'before'));
});

describe('gap-free numbers', () => {
  it('are 8 consecutive ones for 8 concurrent issues on one series, without an error', () => issueAtOnce(8));
});
