import { describe, expect, it } from 'vitest';
import { call, draft, type InvoiceAnswer, readyCompany } from '../support/invoices.ts';
import { type Scope, type Service, useService } from '../support/service.ts';

const service = useService();

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

async function drafts(scope: Scope & { clientId: string }, count: number): Promise<InvoiceAnswer[]> {
  return Promise.all(Array.from({ length: count }, () => draft(service(), scope, { clientId: scope.clientId })));
}

const issueAll = (scope: Scope, invoices: InvoiceAnswer[]) =>
  Promise.all(invoices.map(invoice => call(service(), scope, 'POST', `/invoices/${invoice.id}/issue`)));

describe('Gap-free numbers', () => {
  it('gives 64 concurrent issues on one series 64 consecutive numbers and no error', async () => {
    const scope = await readyCompany(service());
    const answers = await issueAll(scope, await drafts(scope, 64));
    expect(answers.map(answer => answer.status)).toEqual(Array.from({ length: 64 }, () => 200));
    expect(answers.map(answer => answer.body.number).sort()).toEqual(numbers(64));
    expect(await issuedNumbers(scope)).toEqual(numbers(64));
  }, 120_000);

  it('does so with conflicts, throttles and lost answers of the database', async () => {
    const scope = await readyCompany(service());
    const invoices = await drafts(scope, 64);
    for (const kind of ['conflict', 'throttle', 'lostAnswer'] as const) {
      service().runtime.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind, rate: 0.1, seed: 7 });
    }
    const answers = await issueAll(scope, invoices);
    service().runtime.faults.clear();
    expect(answers.filter(answer => answer.status !== 200)).toEqual([]);
    expect(answers.map(answer => answer.body.number).sort()).toEqual(numbers(64));
    expect(await issuedNumbers(scope)).toEqual(numbers(64));
  }, 180_000);
});

/** Calls of an undisturbed run, to know at how many places a process can die. */
async function callsOf(run: () => Promise<unknown>, name: string, on: Service): Promise<number> {
  await run();
  await on.idle();
  const calls = on.runtime.meter.last(20).find(request => request.function === name)?.calls.length ?? 0;
  expect(calls).toBeGreaterThan(3);
  return calls;
}

describe('A process that dies at any call of issue', () => {
  it('leaves a draft, or an issued invoice that gets its files by itself; the next number follows without a gap', async () => {
    const scope = await readyCompany(service());
    const [probe] = await drafts(scope, 1);
    const calls = await callsOf(
      () => call(service(), scope, 'POST', `/invoices/${probe?.id}/issue`),
      'invoices-issue',
      service(),
    );

    let expected = 1;
    for (let at = 1; at <= calls; at++) {
      for (const when of ['before', 'after'] as const) {
        const [invoice] = await drafts(scope, 1);
        const id = invoice?.id ?? '';
        service().runtime.faults.crash({ call: at, when, name: 'invoices-issue' });
        await call(service(), scope, 'POST', `/invoices/${id}/issue`).catch(() => undefined);
        service().runtime.faults.clear();
        await service().advance('PT2M');

        const found = (await call(service(), scope, 'GET', `/invoices/${id}`)).body;
        if (found.status === 'draft') {
          expect(found.number, `died ${when} call ${at}`).toMatch(/^DRAFT-/);
          expect((await call(service(), scope, 'POST', `/invoices/${id}/issue`)).status).toBe(200);
        } else {
          expect(found, `died ${when} call ${at}`).toMatchObject({ status: 'issued', xmlGenerated: true, pdfGenerated: true });
          expect((await call(service(), scope, 'GET', `/invoices/${id}/xml`)).status).toBe(200);
          expect((await call(service(), scope, 'GET', `/invoices/${id}/pdf`)).status).toBe(200);
        }
        expected += 1;
        expect(await issuedNumbers(scope)).toEqual(numbers(expected));
      }
    }
  }, 300_000);
});
