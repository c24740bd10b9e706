import { afterAll, beforeAll, expect } from 'vitest';
import { companyKey } from '#shared/platform/store/table.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { useTrader } from '../../support/trader.ts';
import { emailCalls } from './calls.ts';

export const [CC, BCC, GONE] = ['arhiva@copies.example', 'contabil@copies.example', 'gone@copies.example'];

/** Requests of these tests. */
export function copiesCalls() {
  const trader = useTrader({ lasting: true });
  const { service, scope, request, issued } = trader;
  const { send, history } = emailCalls(service, trader);

  beforeAll(async () => {
    const body = { emailCc: `${CC}, ${GONE}`, emailBcc: BCC };
    expect((await service().api('PATCH', `/api/v1/companies/${scope.company}`, { token: scope.token, body })).status).toBe(200);
    const gone = { address: GONE, reason: 'bounce', at: '2026-01-01T00:00:00Z' };
    await transact([put({ ...companyKey(scope.company, `NOMAIL#${gone.address}`), kind: 'suppressed-address', data: gone })]);
  });

  // Accepted mails are sent before the service ends.
  afterAll(() => service().idle());
  return { service, request, issued, send, history };
}
