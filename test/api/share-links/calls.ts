import { type Answered } from '../../support/invoices.ts';
import type { Service } from '../../support/service.ts';

export interface Link {
  id: string;
  token: string;
  url: string;
  expiresAt: string;
  status: string;
  isValid: boolean;
  viewCount: number;
  lastViewedAt: string | null;
  revokedAt: string | null;
  createdBy: { name: string };
}

/** Requests of these tests. */
export function shareLinksCalls(service: () => Service) {
  const open = <T = Record<string, unknown>>(token: string, file = '') =>
    service().api('GET', `/api/v1/share/${token}${file}`) as Promise<Answered<T>>;
  return { open };
}
