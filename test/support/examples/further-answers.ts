import { type ApiAnswer, expecting } from '../../../infra/local/api-client.ts';
import type { BenchRequest } from '../../bench/requests.ts';
import { whoAmI } from '../members.ts';
import type { Showcase } from './showcase.ts';

type Send = (request: BenchRequest) => Promise<ApiAnswer>;
type Further = (world: Showcase, request: BenchRequest, send: Send) => Promise<unknown>;

/** The same request again: the record exists now. */
const again: Further = (_, request, send) => send(request);

const unhealthy: Further = async ({ service }, request, send) => {
  service.runtime.faults.add({ service: 'dynamodb', kind: 'fail' });
  try {
    await send(request);
  } finally {
    service.runtime.faults.clear();
  }
};

/** Further requests of operations that have more than one status with a body of its own. */
const FURTHER: Record<string, Further[]> = {
  'clients-create': [again],
  'clients-from-registry': [again],
  'suppliers-create': [again],
  'system-health': [unhealthy],
  'system-status': [unhealthy],
  'licensing-validate': [
    (_, request, send) => send({ ...request, body: { licenseKey: '0'.repeat(64) } }),
    async ({ service }, request, send) => {
      const user = await service.newUser();
      const made = service.api('POST', '/api/v1/licensing/keys', { token: user.token, body: {} });
      const { licenseKey } = await expecting<{ licenseKey: string }>(201, 'A licence key', made);
      const { organization } = await whoAmI(service, user);
      const changed = service.api('PUT', `/_local/plans/${organization.id}`, { body: { plan: 'freemium' } });
      await expecting(200, 'A smaller plan', changed);
      return send({ ...request, body: { licenseKey } });
    },
  ],
};

export const alsoRecorded = (operation: string): readonly Further[] => FURTHER[operation] ?? [];
