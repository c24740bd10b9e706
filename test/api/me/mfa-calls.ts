import type { Service } from '../../support/service.ts';

export const OFF = { totpEnabled: false, backupCodesRemaining: 0, passkeysCount: 0 };

/** Requests of these tests. */
export function meCalls(service: () => Service) {
  const post = (path: string, token: string, body?: unknown) => service().api('POST', `/api/v1/me/mfa/${path}`, { token, body });
  const status = async (token: string) => (await service().api('GET', '/api/v1/me/mfa/status', { token })).body;
  const nextStep = () => service().advance('PT30S');
  return { post, status, nextStep };
}
