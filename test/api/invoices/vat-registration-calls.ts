import { type Scope, useService } from '../../support/service.ts';

interface Trader extends Scope {
  clientId: string;
}
export const line = (overrides: object = {}) => ({ description: 'Consultanță', quantity: 1, unitPrice: 100, ...overrides });

/** Requests of these tests. */
export function vatRegistrationCalls() {
  /** Companies that are not registered for VAT, and those under VAT on collection (TAX-15, TAX-16, TAX-43). */

  const service = useService();
  async function traderWith(overrides: object): Promise<Trader> {
    const scope = await service().newCompany(await service().newUser(), { vatPayer: true, ...overrides });
    return { ...scope, clientId: (await service().newClient(scope)).id };
  }
  const unregistered = (): Promise<Trader> => traderWith({ vatPayer: false, vatCode: null });
  return { service, traderWith, unregistered };
}
