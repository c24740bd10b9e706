import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { expecting } from '../../../infra/local/api-client.ts';
import { COMPANY } from '../../../infra/local/demo/journey.ts';
import type { Company, Invoice, Refusal } from '../../support/contract.ts';
import { call, invoiceBody } from '../../support/invoices.ts';
import type { Scope, Service, User } from '../../support/service.ts';

/** Sandbox companies and their keys. */

export interface Tester extends Scope {
  user: User;
  cif: string;
}

export function sandboxCalls(service: () => Service) {
  const create = (token: string, body: object) =>
    service().api('POST', '/api/v1/companies', { token, body: { ...COMPANY, ...body } }) as Promise<{
      status: number;
      body: Company & Refusal;
    }>;
  /** A key with all permissions. */
  const key = async ({ token }: Pick<User, 'token'>, sandbox: boolean): Promise<string> =>
    (
      await expecting<{ token: string }>(
        201,
        'A key',
        service().api('POST', '/api/v1/api-tokens', { token, body: { name: 'Shop', scopes: PERMISSIONS, sandbox } }),
      )
    ).token;
  let made = 0;
  const cifOf = (): string => String(71_000_000 + made++);

  return {
    create,
    key,
    cifOf,
    /** A sandbox company with a key that outlives every turn of the clock. */
    async tester(owner?: User, overrides: object = {}): Promise<Tester> {
      const user = owner ?? (await service().newUser());
      const cif = cifOf();
      const { status, body } = await create(user.token, { cif, vatCode: `RO${cif}`, sandbox: true, ...overrides });
      if (status !== 201) throw new Error(`The sandbox company was not made: ${JSON.stringify(body)}`);
      return { user, cif, company: body.id, token: await key(user, true) };
    },
    /** Issues an invoice of this order and submits it. */
    async submitted(scope: Scope, { orderNumber, clientId }: { orderNumber?: string; clientId?: string } = {}) {
      const id = clientId ?? (await service().newClient(scope)).id;
      const draft = await call<{ invoice: Invoice }>(service(), scope, 'POST', '/invoices', invoiceBody(id, { orderNumber }));
      const { invoice } = draft.body;
      await expecting(200, 'Issuing', call(service(), scope, 'POST', `/invoices/${invoice.id}/issue`));
      return {
        id: invoice.id,
        answer: await call<Invoice & Refusal>(service(), scope, 'POST', `/invoices/${invoice.id}/submit`),
      };
    },
    detail: async (scope: Scope, id: string) => (await call<Invoice>(service(), scope, 'GET', `/invoices/${id}`)).body,
    /** What the simulator of the local runtime has received, which stands for the authority. */
    async sentToAuthority(cif: string): Promise<number> {
      const { body } = await service().api('GET', '/_local/taxauth/received');
      return (body as { uploads: { cif: string }[] }).uploads.filter(one => one.cif === cif).length;
    },
  };
}
