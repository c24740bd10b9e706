import { afterEach, beforeAll, expect } from 'vitest';
import type { TaxauthClient } from '#shared/authority/taxauth/client/client.ts';
import { authorityClient } from '#shared/authority/taxauth/connections/authority-client.ts';
import type { Service } from '../service.ts';

/** The company whose token the calls have. */
export const CIF = '18547290';

/**
 * Calls of the tax authority by many at once, with a frozen clock: counted calls leave a window only when a test sets the clock.
 * After each test the authority must have been called within its limits.
 */
export function useAuthorityCalls(service: () => Service) {
  let client: TaxauthClient | undefined;
  beforeAll(() => {
    service().runtime.clock.freeze(true);
    client = authorityClient(service().runtime.engines.taxauth.createToken({ cif: CIF }));
  });
  afterEach(async () => {
    service().runtime.faults.clear();
    expect(service().runtime.engines.taxauth.limits.breaches()).toEqual([]);
    // The minute has passed, and the wait of rejected callers.
    await service().advance('PT3M');
  });

  /** An upload whose status nobody else polls. */
  let uploads = 1_000_000;
  const started = (): TaxauthClient => {
    if (!client) throw new Error('The service has not started yet: call it inside a test.');
    return client;
  };
  return {
    WORKERS: 20,
    client: started,
    anyCall: () => started().checkStatus(String(uploads++)),
    clockNow: (): number => service().runtime.clock.now(),
    /** The calls that the authority has counted since an instant. */
    arrivedSince: (at: number): number =>
      service()
        .runtime.engines.taxauth.limits.arrivals('calls')
        .filter(each => each >= at).length,
  };
}
