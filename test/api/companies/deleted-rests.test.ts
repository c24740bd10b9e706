import { describe, expect, it } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { deletingCalls } from './deleted-rests-calls.ts';

const service = useOwnService();
const trader = useTrader({ service, lasting: true });
const { ask, deletedFor } = deletingCalls(service);

describe('background work of a deleted company stops and continues when it is restored', () => {
  it('planned submissions', async () => {
    const own = await trader.newTrader({ lasting: true, connected: true });
    await ask(own, 'PATCH', `/companies/${own.scope.company}`, { efacturaDelayHours: 1 });
    const { id } = await own.issued();
    await deletedFor(own, 'PT3H');
    expect((await own.detailOf(id)).status).toBe('issued');
    await service().advance('PT6H');
    expect(['sent_to_provider', 'validated']).toContain((await own.detailOf(id)).status);
  });
});
