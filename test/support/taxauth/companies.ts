import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { expecting } from '../../../infra/local/api-client.ts';
import { call, connect } from '../invoices.ts';
import { keyWith, whoAmI } from '../members.ts';
import type { Refusal } from '../contract.ts';
import type { Service, User } from '../service.ts';
import { type Receiver, synchronize } from './received.ts';

/** Companies whose synchronization is tested over days of the local clock, and its requests. */

export type LastingReceiver = Receiver & { user: User };

export interface SyncStatus {
  enabled: boolean;
  lastSync: string | null;
  tokenValid: boolean;
  syncInterval: string;
  running: boolean;
  lastError: string | null;
  lastErrorAt: string | null;
}

export interface SyncMessage {
  uuid: string;
  messageId: string;
  messageType: string;
  status: string;
  invoiceId: string | null;
  details: { message: string };
}

export function useReceivers(service: () => Service, firstCif: number) {
  let made = 0;
  const get = async <T>(scope: Receiver, path: string): Promise<T> => (await call<T>(service(), scope, 'GET', path)).body;
  return {
    get,
    /** A company, connected to the authority by default, with an API key that does not expire when the clock is set forward. */
    async receiver(settings: object = {}, { connected = true } = {}): Promise<LastingReceiver> {
      const user = await service().newUser();
      const cif = String(firstCif + made++);
      const { company } = await service().newCompany(user, { cif, vatCode: `RO${cif}`, ...settings });
      if (connected) await connect(service(), { token: user.token, company });
      return { token: await keyWith(service(), user, PERMISSIONS), company, cif, user };
    },
    status: (scope: Receiver) => get<SyncStatus>(scope, '/sync/status'),
    numbers: async (scope: Receiver): Promise<string[]> =>
      (await get<{ data: { number: string }[] }>(scope, '/invoices?limit=100')).data.map(({ number }) => number).sort(),
    messages: async (scope: Receiver, query = ''): Promise<SyncMessage[]> =>
      (await get<{ data: SyncMessage[] }>(scope, `/efactura-messages?limit=100${query}`)).data,
    trigger: (scope: Receiver, body: object = {}) =>
      call<Refusal & { syncId: string; retryAfter: number }>(service(), scope, 'POST', '/sync/trigger', body),
    synchronize: (scope: Receiver, body: object = {}) => synchronize(service(), scope, body),
    async toggle(scope: Receiver): Promise<void> {
      await expecting(200, 'Toggling', service().api('POST', `/api/v1/companies/${scope.company}/toggle-sync`, scope));
    },
    async plan({ user }: LastingReceiver, plan: string): Promise<void> {
      const { organization } = await whoAmI(service(), user);
      await expecting(200, 'The plan', service().api('PUT', `/_local/plans/${organization.id}`, { body: { plan } }));
    },
    /** Runs the schedule now. */
    async runSchedule(): Promise<void> {
      await service().api('POST', '/_local/schedules/inbound-sync/run');
      await service().idle();
    },
    authority: (state: object) => service().api('PUT', '/_local/taxauth', { body: state }),
  };
}
