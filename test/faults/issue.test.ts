import { describe, expect, it } from 'vitest';
import type { WireCall } from '../../infra/local/invocation.ts';
import type { Invoice } from '../support/contract.ts';
import { call, draft, readyCompany } from '../support/invoices.ts';
import { type Scope, useOwnService } from '../support/service.ts';
import { LONG, places, seedOf } from '../support/effort.ts';

const service = useOwnService();

/** Numbers of all issued invoices of a company, in order. */
async function issuedNumbers(scope: Scope): Promise<string[]> {
  const { body } = await call<{ data: { number: string }[]; total: number }>(
    service(),
    scope,
    'GET',
    '/invoices?status=issued&limit=100&sort=number&order=asc',
  );
  return body.data.map(row => row.number);
}

const numbers = (count: number, from = 1): string[] =>
  Array.from({ length: count }, (_, place) => `FCT-${String(from + place).padStart(3, '0')}`);

/** Made eight at a time: all drafts of a company move one counter, and are not what is contended for here. */
async function drafts(scope: Scope & { clientId: string }, count: number): Promise<Invoice[]> {
  const made: Invoice[] = [];
  while (made.length < count) {
    const some = Array.from({ length: Math.min(8, count - made.length) }, () =>
      draft(service(), scope, { clientId: scope.clientId }),
    );
    made.push(...(await Promise.all(some)));
  }
  return made;
}

const issue = (scope: Scope, id: string) => call(service(), scope, 'POST', `/invoices/${id}/issue`);
const read = async (scope: Scope, id: string): Promise<Invoice> => (await call(service(), scope, 'GET', `/invoices/${id}`)).body;

/** The calls that an undisturbed issue makes: at each of them a process can die. */
async function callsOfIssue(scope: Scope, id: string): Promise<readonly WireCall[]> {
  expect((await issue(scope, id)).status).toBe(200);
  const calls =
    service()
      .runtime.meter.last(5)
      .find(request => request.function === 'invoices-issue')?.calls ?? [];
  expect(calls.map(one => one.operation)).toEqual(expect.arrayContaining(['TransactWriteItems', 'Invoke', 'PutObject']));
  return calls;
}

describe('A process that dies at any call of issue', () => {
  it('leaves a draft, or an issued invoice that gets its files by itself; the next number follows without a gap', async () => {
    const scope = await readyCompany(service());
    const [first, second, third] = (await drafts(scope, 3)) as [Invoice, Invoice, Invoice];
    // One of them may have met a conflict and sent its transaction again.
    const [calls = []] = [await callsOfIssue(scope, first.id), await callsOfIssue(scope, second.id)].toSorted(
      (a, b) => a.length - b.length,
    );
    const issued = [first.id, second.id];
    let next = third;
    for (const at of places(calls.length, 4)) {
      for (const when of ['before', 'after'] as const) {
        const what = `died ${when} call ${at}, ${calls[at - 1]?.operation}`;
        service().runtime.faults.crash({ call: at, when, name: 'invoices-issue' });
        expect((await issue(scope, next.id)).status, what).toBe(500);
        expect(service().runtime.faults.crashed(), what).toBe(true);
        const found = await read(scope, next.id);
        if (found.status === 'draft') {
          // Nothing was done: it is issued by a later try.
          expect([found.number, found.events.length], what).toEqual([expect.stringMatching(/^DRAFT-/), 1]);
          continue;
        }
        issued.push(next.id);
        expect([found.status, found.number], what).toEqual(['issued', numbers(1, issued.length)[0]]);
        [next] = (await drafts(scope, 1)) as [Invoice];
      }
    }
    // It died after its transaction at least twice: before each of the files, and after.
    if (LONG) expect(issued.length).toBeGreaterThan(3);
    await service().advance('PT2M');
    for (const id of issued) {
      expect(await read(scope, id)).toMatchObject({ xmlGenerated: true, pdfGenerated: true });
      expect((await call(service(), scope, 'GET', `/invoices/${id}/xml`)).status).toBe(200);
      expect((await call(service(), scope, 'GET', `/invoices/${id}/pdf`)).status).toBe(200);
    }
    expect((await issue(scope, next.id)).body.number).toBe(numbers(1, issued.length + 1)[0]);
    expect(await issuedNumbers(scope)).toEqual(numbers(issued.length + 1));
  }, 120_000);

  it.each([
    ['the renderer, after it stored the PDF', 'workers-render-document', 's3.PutObject', 'PT2M'],
    ['the renderer, after it noted the PDF', 'workers-render-document', 'dynamodb.TransactWriteItems', 'PT2M'],
    ['the sweep, before it handed the work on', 'schedules-sweep', 'sqs.SendMessage', 'PT10M'],
    ['who hands the work to the renderer', 'workers-retry-render', 'lambda.Invoke', 'PT10M'],
  ])('and so does %s', async (_, name, operation, until) => {
    const scope = await readyCompany(service());
    const [one] = await drafts(scope, 1);
    const id = one?.id ?? '';
    const { faults } = service().runtime;
    // Whoever issues dies before the files are asked for: they are left to the sweep, unless it is the renderer that dies.
    if (name !== 'workers-render-document') {
      faults.crash({ call: 1, when: 'after', name: 'invoices-issue', operation: 'dynamodb.TransactWriteItems' });
    }
    const when = name === 'workers-render-document' ? 'after' : 'before';
    faults.crash({ call: 1, when, name, operation });
    await issue(scope, id);
    for (let passed = 0; passed < 5 && !faults.crashed(); passed++) await service().advance('PT1M');
    expect(faults.crashed()).toBe(true);
    await service().advance(until);
    const found = await read(scope, id);
    expect(found).toMatchObject({ status: 'issued', xmlGenerated: true, pdfGenerated: true });
    expect(found.events.filter(event => event.type === 'pdf_generated')).toHaveLength(1);
  });
});

/** Lets the renderer die over each of the next documents: what is shown is about numbers, and holds without PDFs. */
function withoutPdfs(count: number): void {
  for (let dies = 0; dies < count; dies++) {
    service().runtime.faults.crash({ call: 1, when: 'before', name: 'workers-render-document' });
  }
}

describe('Gap-free numbers', () => {
  async function issueAtOnce(count: number): Promise<void> {
    const scope = await readyCompany(service());
    const invoices = await drafts(scope, count);
    withoutPdfs(count);
    const answers = await Promise.all(invoices.map(({ id }) => issue(scope, id)));
    service().runtime.faults.clear();
    expect(answers.filter(answer => answer.status !== 200)).toEqual([]);
    expect(answers.map(answer => answer.body.number).sort()).toEqual(numbers(count));
    expect(await issuedNumbers(scope)).toEqual(numbers(count));
  }

  it('gives 64 concurrent issues on one series 64 consecutive numbers and no error', () => issueAtOnce(64), 120_000);

  it.runIf(LONG)(
    'does so with conflicts, throttles and lost answers of the database',
    async () => {
      for (const kind of ['conflict', 'throttle', 'lostAnswer'] as const) {
        service().runtime.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind, rate: 0.1, seed: seedOf(7) });
      }
      await issueAtOnce(64);
    },
    120_000,
  );
});
