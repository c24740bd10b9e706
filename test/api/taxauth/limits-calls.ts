import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startRegisters } from '../../bench/registers.ts';
import { call, issued, readyCompany } from '../../support/invoices.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { keyWith } from '../../support/members.ts';
import type { Scope, Service } from '../../support/service.ts';

/** Shared by tests of the limit of all calls. */
export function useLimits(service: () => Service) {
  let registers: Awaited<ReturnType<typeof startRegisters>>;
  const scope = {} as Scope & { clientId: string };

  const limitTo = (calls: number): void => void (process.env['TAXAUTH_CALLS_PER_MINUTE'] = String(calls));

  beforeAll(async () => {
    registers = await startRegisters();
    const user = await service().newUser();
    const ready = await readyCompany(service(), user);
    // Outlives every turn of the clock.
    Object.assign(scope, { ...ready, token: await keyWith(service(), user, PERMISSIONS) });
  });
  afterEach(async () => {
    limitTo(1_000);
    service().runtime.clock.freeze(false);
    await service().advance('PT3M');
  });
  afterAll(() => {
    delete process.env['TAXAUTH_CALLS_PER_MINUTE'];
    registers.stop();
  });

  const submitted = async (): Promise<string> => {
    const { id } = await issued(service(), scope, { clientId: scope.clientId });
    expect((await call(service(), scope, 'POST', `/invoices/${id}/submit`)).status).toBe(200);
    return id;
  };
  return { scope, limitTo, submitted };
}
