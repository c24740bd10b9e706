import type { Answered, Refusal, Series } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { recordCalls } from '../../support/records.ts';
import type { Scope, Service } from '../../support/service.ts';

/** Requests of these tests. */
export function documentSeriesCalls(service: () => Service) {
  const records = recordCalls<Series>(service, '/document-series');
  const makeDefault = (scope: Scope, id: string): Promise<Answered<Series & Refusal>> =>
    call(service(), scope, 'POST', `/document-series/${id}/set-default`);
  const defaultsOf = async (scope: Scope, type: string): Promise<Series[]> =>
    (await records.list(scope, `?type=${type}`)).filter(one => one.isDefault);
  const first = async (scope: Scope, type = 'invoice'): Promise<Series> => {
    const [one] = await records.list(scope, `?type=${type}`);
    if (!one) throw new Error('The company has no series.');
    return one;
  };
  return { ...records, makeDefault, defaultsOf, first };
}
