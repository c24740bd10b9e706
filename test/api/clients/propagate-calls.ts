import { randomInt } from 'node:crypto';
import { expect } from 'vitest';
import type { ChangedClient } from '../../support/contract.ts';
import type { Trader } from '../../support/trader.ts';
import type { Service } from '../../support/service.ts';

/** For tests of what a change of a client does to its documents. */

export const newCui = (): string => `RO${randomInt(10_000_000, 99_999_999)}`;

export function propagateCalls(service: () => Service, { scope, request }: Pick<Trader, 'scope' | 'request'>) {
  return {
    newClient: async (overrides: object = {}): Promise<string> =>
      (await service().newClient(scope, { name: 'Vechi SRL', cui: newCui(), ...overrides })).id,
    /** Changes a client; returns how many drafts are updated, and how many documents keep their buyer. */
    change: async (id: string, body: object): Promise<[updated: number, kept: number]> => {
      // The index lists the documents by now; documents that it lists later are updated later.
      await service().idle();
      const answer = await request<ChangedClient>('PATCH', `/clients/${id}`, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return [answer.body.invoicesUpdated, answer.body.invoicesKept];
    },
  };
}
