import { beforeAll, beforeEach } from 'vitest';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { type Registered, registerReady } from '../../support/accounts.ts';
import { whoAmI } from '../../support/members.ts';
import type { Service } from '../../support/service.ts';

type Line = Record<string, unknown>;

/** The log lines of each test of the file, and the security events among them; an organization, made before the first test. */
export function watchLog(service: () => Service) {
  const api = (...request: Parameters<Service['api']>) => service().api(...request);
  const lines: Line[] = [];
  const events = (): Line[] => lines.filter(({ message }) => message === 'security');
  // Filled in place.
  const owner = {} as Registered & { organizationId: string };
  beforeAll(async () => {
    service().runtime.clock.freeze(true);
    Object.assign(owner, await registerReady(service()));
    owner.organizationId = (await whoAmI(service(), owner)).organization.id;
  });
  beforeEach(() => {
    lines.length = 0;
    setLogSink(line => void lines.push(JSON.parse(line) as Line));
  });
  return { api, lines, events, owner };
}
