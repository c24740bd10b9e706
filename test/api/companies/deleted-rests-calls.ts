import { expect } from 'vitest';
import type { Service } from '../../support/service.ts';
import type { Trader } from '../../support/trader.ts';

/** Companies that are deleted and restored. */
export function deletingCalls(service: () => Service) {
  const ask = async <T = unknown>(own: Trader, method: string, path: string, body?: object): Promise<T> => {
    const answer = await own.request<T>(method, path, body);
    expect(answer.status, `${method} ${path}`).toBeLessThan(300);
    return answer.body;
  };
  const remove = (own: Trader) => ask(own, 'DELETE', `/companies/${own.scope.company}`);
  const restore = (own: Trader) => ask(own, 'POST', `/companies/${own.scope.company}/restore`);

  /** Turns the clock while the company is deleted, and restores it. */
  async function deletedFor(own: Trader, duration: string): Promise<void> {
    await remove(own);
    await service().advance(duration);
    await restore(own);
  }
  return { ask, deletedFor };
}
