import { beforeAll } from 'vitest';
import { type Offering, offering } from '../../support/proformas.ts';
import { useService } from '../../support/service.ts';

/** Requests of these tests. */
export function createCalls() {
  const service = useService();
  const scope = {} as Offering;

  beforeAll(async () => {
    Object.assign(scope, await offering(service()));
  });
  return { service, scope };
}
