import { beforeAll, expect } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

/** A company whose invoices are submitted two hours after their issue, on a service of its own. */
export function usePlanned() {
  const service = useOwnService();
  const trader = useTrader({ service, connected: true, lasting: true });
  const delayed = (hours: number | null) =>
    trader.request('PATCH', `/companies/${trader.scope.company}`, { efacturaDelayHours: hours });
  beforeAll(async () => {
    expect((await delayed(2)).status).toBe(200);
  });
  return {
    ...{ service, trader, delayed },
    statusOf: async (id: string) => (await trader.detailOf(id)).status,
    /** How many documents the authority has received. */
    received: async (): Promise<number> => {
      const { body } = await service().api('GET', '/_local/taxauth/received');
      return (body as { uploads: unknown[] }).uploads.length;
    },
    authority: (state: object) => expecting(200, 'The authority', service().api('PUT', '/_local/taxauth', { body: state })),
  };
}
