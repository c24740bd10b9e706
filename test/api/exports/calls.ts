import { parse } from 'csv-parse/sync';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { keyWith } from '../../support/members.ts';
import type { Scope, Service } from '../../support/service.ts';

export const rowsOf = (body: Buffer): Record<string, string>[] => parse(body, { columns: true, bom: true });

/** Requests of these tests. */
export function exportsCalls(service: () => Service) {
  /** A company with a client and a key that outlives every turn of the clock. */
  async function exporter(): Promise<Scope & { clientId: string }> {
    const user = await service().newUser();
    const { company } = await service().newCompany(user);
    const token = await keyWith(service(), user, PERMISSIONS);
    return { token, company, clientId: (await service().newClient({ token, company })).id };
  }
  return { exporter };
}
