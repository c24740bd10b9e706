import { beforeAll, expect } from 'vitest';
import type { Invoice, SeriesAudit } from '../../support/contract.ts';
import { type Crediting, crediting, creditIssued } from '../../support/credit-notes.ts';
import { call, draft, issued } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';

/** A company with a series of six invoices, the second cancelled, the fourth cancelled, restored and issued again, the first credited. */
export interface Audited {
  scope: Crediting;
  series: string;
  /** By number. */
  documents: Invoice[];
}

/** Creates that company before the tests of a file, which audit its series. */
export function useAudited() {
  const service = useService();
  let made: Audited | undefined;
  const audited = (): Audited => {
    if (!made) throw new Error('The series has not been made yet: ask inside a test.');
    return made;
  };
  beforeAll(async () => {
    const scope = await crediting(service());
    const act = async (id: string | undefined, action: string, body: object = {}): Promise<void> => {
      const { status } = await call(service(), scope, 'POST', `/invoices/${id}/${action}`, body);
      expect([action, status]).toEqual([action, 200]);
    };
    const paid = await issued(service(), scope, { clientId: scope.clientId, collect: { value: 21 } });
    const drafts = [];
    for (let time = 0; time < 5; time++) drafts.push(await draft(service(), scope));
    // Simultaneously: the chain is that of the transactions, not of the requests.
    const others = await Promise.all(
      drafts.map(async ({ id }) => (await call<Invoice>(service(), scope, 'POST', `/invoices/${id}/issue`)).body),
    );
    const documents = [paid, ...others].toSorted((a, b) => (a.number < b.number ? -1 : 1));
    const [first, second, , fourth] = documents;
    await act(second?.id, 'cancel', { reason: 'Ordered twice' });
    await act(fourth?.id, 'cancel', { reason: 'By mistake' });
    await act(fourth?.id, 'restore');
    await act(fourth?.id, 'issue');
    await creditIssued(service(), scope, paid);
    await service().idle();
    made = { scope, documents, series: first?.['documentSeriesId'] as string };
  });

  const audit = async (query = '', id = audited().series): Promise<SeriesAudit> => {
    const { status, body } = await call<SeriesAudit>(service(), audited().scope, 'GET', `/document-series/${id}/audit${query}`);
    expect(status).toBe(200);
    return body;
  };
  return { service, audited, audit };
}
