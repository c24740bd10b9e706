import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../shared/kernel/dates.ts';
import { today } from '../../../shared/kernel/clock.ts';
import type { InvoiceDocument } from '../../../shared/model/invoice.ts';
import type { ChangedClient, Invoice } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

const { service, scope, request, draft, inForce, detailOf, become, creditDraft, file } = useTrader();

const newCui = (): string => `RO${randomInt(10_000_000, 99_999_999)}`;
const newClient = async (overrides: object = {}): Promise<string> =>
  (
    await service().newClient(scope, {
      name: 'Vechi SRL',
      cui: newCui(),
      ...overrides,
    })
  ).id;
const change = async (id: string, body: object): Promise<number> => {
  // An index lists the documents by then; those that it lists later follow later.
  await service().idle();
  const answer = await request<ChangedClient>('PATCH', `/clients/${id}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.invoicesUpdated;
};
const client = (invoice: Invoice) => invoice.client;

describe('A change of a client rewrites its editable documents of the month (completions-accounts §10)', () => {
  it.each<[string, Partial<InvoiceDocument>, boolean]>([
    ['a draft', {}, true],
    ['an issued one that was not submitted', { status: 'issued', number: 'F-1', sequence: 1 }, true],
    ['a rejected one', { status: 'rejected', taxauthUploadIndex: '5' }, true],
    ['one that is at the authority', { status: 'sent_to_provider', taxauthUploadIndex: '5' }, false],
    ['one whose submission is under way', { status: 'issued', submission: { id: 's', startedAt: '', userId: null } }, false],
    ['a validated one', { status: 'validated' }, false],
    ['a cancelled one', { status: 'cancelled' }, false],
    ['a received one', { status: 'synced', direction: 'incoming' }, false],
  ])('%s', async (_, fields, follows) => {
    const clientId = await newClient();
    const { id } = await draft({ clientId });
    await become(id, fields);
    expect(await change(clientId, { name: 'Nou SRL' })).toBe(follows ? 1 : 0);
    const after = await detailOf(id);
    expect(client(after)?.name).toBe(follows ? 'Nou SRL' : 'Vechi SRL');
    expect(after.events.filter(event => event.type === 'updated')).toHaveLength(follows ? 1 : 0);
  });

  it('documents of earlier months never change', async () => {
    const clientId = await newClient();
    const earlier = addDays(`${today().slice(0, 7)}-01`, -1);
    const { id } = await draft({ clientId, issueDate: earlier, dueDate: today() });
    expect(await change(clientId, { name: 'Nou SRL' })).toBe(0);
    expect(client(await detailOf(id))?.name).toBe('Vechi SRL');
  });

  it('all of them, credit notes included, and nobody else’s', async () => {
    const clientId = await newClient();
    const other = await draft({ clientId: await newClient() });
    const invoice = await inForce({ clientId });
    await creditDraft(invoice, { clientId });
    for (let made = 0; made < 10; made++) await draft({ clientId });
    expect(await change(clientId, { cui: newCui() })).toBe(12);
    expect(client(await detailOf(other.id))?.name).toBe('Vechi SRL');
  });

  it.each([
    ['cui', { cui: 'RO14399840' }, 1],
    ['country', { country: 'MD' }, 1],
    ['isVatPayer', { isVatPayer: false }, 1],
    ['phone, which documents do not follow', { phone: '0700000000' }, 0],
    ['a name that stays', { name: 'Vechi SRL' }, 0],
  ])('a change of %s', async (_, body, expected) => {
    const clientId = await newClient({ isVatPayer: true });
    await draft({ clientId });
    expect(await change(clientId, body)).toBe(expected);
  });

  it('an issued one has its XML made anew with the new name', async () => {
    const clientId = await newClient();
    const { id } = await inForce({ clientId });
    await become(id, { xmlPath: `companies/${scope.company}/invoices/${id}/v1.xml` });
    const read = async () => (await file(id, 'xml')).body.toString();
    expect(await read()).toContain('Vechi SRL');
    await change(clientId, { name: 'Nou SRL' });
    expect(await read()).toContain('Nou SRL');
  });

  it('VAT that follows the client is decided anew; VAT that was stated stays', async () => {
    const clientId = await newClient({ country: 'DE', cui: null, county: null });
    const lines = [{ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 11 }];
    const [automatic, stated] = [await draft({ clientId, lines, autoApplyVatRules: true }), await draft({ clientId, lines })];
    expect([automatic.total, stated.total]).toEqual([119, 111]);
    await change(clientId, { country: 'HU' });
    expect([(await detailOf(automatic.id)).total, (await detailOf(stated.id)).total]).toEqual([127, 111]);
    await change(clientId, { country: 'RO', county: 'Cluj' });
    expect(await detailOf(automatic.id)).toMatchObject({ total: 121, balance: 121 });
  });
});

describe('autoApplyVatRules asks the EU register about a client that it could not be asked about before', () => {
  it.each([
    ['knows the number: reverse charge', 200, true, 'AE', 100],
    ['does not know it: the rate of the destination', 200, false, 'S', 119],
    ['is out of reach: the rate of the destination', 500, false, 'S', 119],
  ])('and it %s', async (_, status, isValid, category, total) => {
    const clientId = await newClient({
      country: 'DE',
      cui: null,
      vatCode: `DE${String(randomInt(100_000_000, 999_999_999))}`,
      county: null,
    });
    const server = createServer((__, response) => {
      const reply = { isValid, userError: isValid ? 'VALID' : 'INVALID', name: 'x', address: 'y' };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    });
    await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready));
    process.env['VAT_REGISTRY_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const invoice = await draft({ clientId, autoApplyVatRules: true });
      expect(invoice).toMatchObject({ total, lines: [{ vatCategoryCode: category }] });
    } finally {
      delete process.env['VAT_REGISTRY_URL'];
      server.close();
    }
  });
});
