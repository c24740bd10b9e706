import { expect } from 'vitest';
import type { WireCall } from '../../../infra/local/invocation.ts';
import { hasFile } from '#shared/platform/aws/documents-bucket.ts';
import type { Invoice } from '../contract.ts';
import { call, draft, readyCompany } from '../invoices.ts';
import type { Scope, Service } from '../service.ts';

/** The first numbers of the series of invoices. */
export const numbers = (count: number, from = 1): string[] =>
  Array.from({ length: count }, (_, place) => `FCT-${String(from + place).padStart(3, '0')}`);

/** Issues of invoices, for tests that interrupt them. */
export function useIssues(service: () => Service) {
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

  /** Created eight at a time: all drafts of a company change one counter, and the contention for it is not tested here. */
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
  const read = async (scope: Scope, id: string): Promise<Invoice> =>
    (await call(service(), scope, 'GET', `/invoices/${id}`)).body;

  /** The calls that an undisturbed issue makes: at each of them a process can die. */
  async function callsOfIssue(scope: Scope, id: string): Promise<readonly WireCall[]> {
    expect((await issue(scope, id)).status).toBe(200);
    const calls =
      service()
        .runtime.meter.last(5)
        .find(request => request.function === 'invoices-issue')?.calls ?? [];
    expect(calls.map(one => one.operation)).toContain('TransactWriteItems');
    return calls;
  }

  async function issueAtOnce(count: number): Promise<void> {
    const scope = await readyCompany(service());
    const invoices = await drafts(scope, count);
    const answers = await Promise.all(invoices.map(({ id }) => issue(scope, id)));
    service().runtime.faults.clear();
    expect(answers.filter(answer => answer.status !== 200)).toEqual([]);
    expect(answers.map(answer => answer.body.number).sort()).toEqual(numbers(count));
    expect(await issuedNumbers(scope)).toEqual(numbers(count));
  }

  /** Checks that an invoice gets its files although a function dies over a call of this kind; they exist after `until` at the latest. */
  /** Issues an invoice whose files are made although the process `name` dies at a call, before or after it. */
  async function getsFilesThoughDies(name: string, operation: string, when: 'before' | 'after'): Promise<void> {
    const scope = await readyCompany(service());
    const [one] = await drafts(scope, 1);
    const id = one?.id ?? '';
    const { faults } = service().runtime;
    faults.crash({ call: 1, when, name, operation });
    await issue(scope, id);
    for (let passed = 0; passed < 5 && !faults.crashed(); passed++) await service().advance('PT1M');
    expect(faults.crashed()).toBe(true);
    await service().advance('PT2M');
    const found = await read(scope, id);
    expect(found).toMatchObject({ status: 'issued', xmlGenerated: true, pdfGenerated: true });
    expect(await Promise.all([found.xmlPath, found.pdfPath].map(path => hasFile(path ?? '')))).toEqual([true, true]);
    expect(found.events.filter(event => event.type === 'pdf_generated')).toHaveLength(1);
  }

  return { issuedNumbers, drafts, issue, read, callsOfIssue, issueAtOnce, getsFilesThoughDies };
}
