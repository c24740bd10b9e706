import { expect, it } from 'vitest';
import type { ChangedClient, CreatedClient, ValidationResult } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

const { request, post, act, invoiceBody } = useTrader();

it('warns of a number with a wrong check digit in responses about clients and invoices, and rejects none', async () => {
  const client = { name: 'Client SRL', cui: 'RO12345678', address: 'Str. Lungă 1', city: 'Cluj-Napoca', county: 'Cluj' };
  const created = await request<CreatedClient>('POST', '/clients', client);
  const told = (field: string) => expect.stringMatching(`^${field}: RO12345678 is no Romanian tax number`) as string;
  expect([created.status, created.body.warnings]).toEqual([201, [told('cui')]]);
  const { id } = created.body.client;
  const { body } = await post(invoiceBody({ clientId: id }));
  expect(body.validation).toMatchObject({ valid: true, warnings: [told('clientId')] });
  const validated = await request<ValidationResult>('POST', `/invoices/${body.invoice.id}/validate`);
  expect(validated.body).toMatchObject({ valid: true, warnings: [told('clientId')] });
  expect((await act(body.invoice.id, 'issue')).body).toMatchObject({ status: 'issued', warnings: [told('clientId')] });

  const change = async (fields: object) => (await request<ChangedClient>('PATCH', `/clients/${id}`, fields)).body.warnings;
  expect(await change({ notes: 'x' })).toEqual([told('cui')]);
  expect(await change({ cui: 'RO14399840', vatCode: 'RO14399840' })).toBeUndefined();
  expect(await change({ cnp: '1850715123456' })).toEqual([expect.stringMatching(/^cnp: /)]);
});
