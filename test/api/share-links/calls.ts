import type { Answered } from '../../support/contract.ts';
import type { Service } from '../../support/service.ts';

/** Requests of these tests. */
export function shareLinksCalls(service: () => Service) {
  const open = <T = Record<string, unknown>>(token: string, file = '') =>
    service().api('GET', `/api/v1/share/${token}${file}`) as Promise<Answered<T>>;
  return { open };
}
