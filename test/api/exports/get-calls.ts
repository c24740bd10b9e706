import { expect } from 'vitest';
import type { Export } from '../../support/contract.ts';
import type { Scope, Service } from '../../support/service.ts';
import { zipCalls } from './zip-calls.ts';

/** Requests of these tests. */
export function getCalls(service: () => Service) {
  const { exporter, scope, newInvoice, zip, get } = zipCalls(service);

  async function finished(body: object, own: Scope = scope): Promise<Export> {
    const { status, body: job } = await zip(body, own);
    expect(status).toBe(202);
    await service().idle();
    return (await get(job.exportId, own)).body;
  }
  return { exporter, newInvoice, get, finished };
}
