import { beforeAll, expect } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

/** Requests of these tests. */
export function plannedSubmissionCalls() {
  const service = useOwnService();
  const trader = useTrader({ service, connected: true, lasting: true });

  const delayed = (hours: number | null) =>
    trader.request('PATCH', `/companies/${trader.scope.company}`, { efacturaDelayHours: hours });
  const received = async (): Promise<number> => {
    const { body } = await service().api('GET', '/_local/taxauth/received');
    return (body as { uploads: unknown[] }).uploads.length;
  };
  const statusOf = async (id: string) => (await trader.detailOf(id)).status;

  beforeAll(async () => {
    expect((await delayed(2)).status).toBe(200);
  });
  return { service, trader, delayed, received, statusOf };
}
