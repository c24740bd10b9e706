import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { keyWith } from '../../support/members.ts';
import { useService } from '../../support/service.ts';
import { documentSeriesCalls } from './calls.ts';

const service = useService();
const { list, add, change, remove, makeDefault, first } = documentSeriesCalls(service);

describe('Document series (REC-51 to REC-62)', () => {
  it('requires series.view to read and series.manage to change (403)', async () => {
    const user = await service().newUser();
    const { company } = await service().newCompany(user);
    const reader = { company, token: await keyWith(service(), user, ['series.view']) };
    const nobody = { company, token: await keyWith(service(), user, ['client.view']) };
    expect(await list(reader)).toHaveLength(4);
    const { id } = await first(reader);
    for (const refused of await Promise.all([
      add(reader, { prefix: 'X', type: 'invoice' }),
      change(reader, id, { name: 'X' }),
      makeDefault(reader, id),
      remove(reader, id),
    ]))
      expect(refused.body.error.details).toEqual({ reason: 'permission', permission: 'series.manage' });
    expect((await call<Refusal>(service(), nobody, 'GET', '/document-series')).status).toBe(403);
  });
});
