import { expect } from 'vitest';
import type { Service } from '../../support/service.ts';

/** Requests of these tests. */
export function invoicesCalls(service: () => Service) {
  const simulator = async (body: object): Promise<void> => {
    expect((await service().api('PUT', '/_local/taxauth', { body })).status).toBe(200);
  };
  return { simulator };
}
