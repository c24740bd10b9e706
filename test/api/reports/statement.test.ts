import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { type CompanyId, companyKey } from '#shared/platform/store/table.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import type { Refusal, StatementOfAccount } from '../../support/contract.ts';
import { pdfText } from '../../support/files.ts';
import { call } from '../../support/invoices.ts';
import { keyWith } from '../../support/members.ts';
import { received } from '../../support/taxauth/received.ts';
import { type Trader, useTrader } from '../../support/trader.ts';

/** GET /reports/statement and its mail (REP-53 to REP-58). Amounts are tested in test/unit/ledger. */

const { newTrader, service } = useTrader();
let trader: Trader;
let clientId: string;
const email = `conta-${randomUUID()}@client.example`;
const line = (unitPrice: number) => ({ lines: [{ description: 'Masă', quantity: 1, unitPrice, vatRate: 21 }] });
const open: { id: string; number: string }[] = [];

beforeAll(async () => {
  trader = await newTrader();
  ({ id: clientId } = await service().newClient(trader.scope, {
    ...{ name: 'Țesătoria Ștefan SRL', cui: 'RO18547290', vatCode: null, email },
  }));
  const due = { clientId, issueDate: addDays(today(), -40), dueDate: addDays(today(), -10) };
  open.push(
    await trader.issued({ ...due, ...line(100) }),
    await trader.issued({ clientId, currency: 'EUR', exchangeRate: 5.1, ...line(50) }),
  );
  await trader.request('POST', `/invoices/${open[0]!.id}/payments`, { amount: 21, paymentDate: addDays(today(), -5) });
}, 60_000);

const statement = <T = StatementOfAccount & Refusal>(query: string) => trader.request<T>('GET', `/reports/statement?${query}`);

describe('GET /reports/statement', () => {
  it('has the open documents of a client, which are named, and its balance by currency', async () => {
    const { status, body } = await statement(`clientId=${clientId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ date: today(), clientId, supplierId: null, language: 'ro', partner: { name: 'Țesătoria Ștefan SRL' } },
      documents: [
        { documentId: open[0]!.id, number: open[0]!.number, currency: 'RON', total: 121, settled: 21, open: 100 },
        { documentId: open[1]!.id, currency: 'EUR', total: 60.5, settled: 0, open: 60.5 },
      ],
      balances: [
        { currency: 'RON', open: 100, overdue: 100 },
        { currency: 'EUR', open: 60.5, overdue: 0 },
      ],
    });
  });

  it('of an earlier day has what was open then', async () => {
    const before = (await statement(`clientId=${clientId}&date=${addDays(today(), -6)}`)).body;
    expect(before.documents).toMatchObject([{ documentId: open[0]!.id, settled: 0, open: 121 }]);
    expect(before.balances).toEqual([{ currency: 'RON', open: 121, overdue: 121 }]);
    expect((await statement(`clientId=${clientId}&date=${addDays(today(), -5)}`)).body.balances).toMatchObject([{ open: 100 }]);
    expect((await statement(`clientId=${clientId}&date=${addDays(today(), -41)}`)).body.balances).toEqual([]);
  });

  it('of a client without open documents is empty', async () => {
    const other = await service().newClient(trader.scope, { name: 'Alt Client SRL', cui: null });
    expect((await statement(`clientId=${other.id}`)).body).toMatchObject({ documents: [], balances: [] });
  });

  it('has what the company owes to a supplier', async () => {
    const id = await received(trader.scope);
    const { supplier, balance, currency } = await trader.detailOf(id);
    const { status, body } = await statement(`supplierId=${supplier?.id}`);
    expect([status, body.clientId, body.supplierId]).toEqual([200, null, supplier?.id]);
    expect(body.documents).toMatchObject([{ documentId: id, open: balance }]);
    expect(body.balances).toMatchObject([{ currency, open: balance }]);
  });

  it('as PDF shows the same, in the language asked for', async () => {
    const { status, body, headers } = await statement<Buffer>(`clientId=${clientId}&format=pdf`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toContain(`${today()}.pdf`);
    const text = await pdfText(body);
    for (const said of [
      ...['Extras de cont și confirmare de sold', 'Țesătoria Ștefan SRL', open[0]!.number, '121,00'],
      ...['Sold debitor 100,00 RON', '60,50 EUR', 'Semnătura partenerului'],
    ])
      expect(text).toContain(said);
    const english = await pdfText((await statement<Buffer>(`clientId=${clientId}&format=pdf&language=en`)).body);
    for (const said of ['balance confirmation', 'Owed to us 100.00 RON']) expect(english).toContain(said);
  });

  it.each([
    ['', 'clientId'],
    [`clientId=${randomUUID()}&supplierId=${randomUUID()}`, 'clientId'],
    ['clientId=x', 'clientId'],
    [`clientId=${randomUUID()}&date=2026-02-30`, 'date'],
    [`clientId=${randomUUID()}&date=2999-01-01`, 'date'],
    [`clientId=${randomUUID()}&date=2020-01-01`, 'date'],
    [`clientId=${randomUUID()}&format=csv`, 'format'],
    [`clientId=${randomUUID()}&language=de`, 'language'],
  ])('refuses the query "%s"', async (query, field) => {
    const { status, body } = await statement(query);
    expect([status, Object.keys(body.error.details ?? {})]).toEqual([422, [field]]);
  });

  it('of an unknown client or supplier is 404', async () => {
    expect((await statement(`clientId=${randomUUID()}`)).status).toBe(404);
    expect((await statement(`supplierId=${randomUUID()}`)).status).toBe(404);
  });
});

describe('POST /reports/statement/email', () => {
  interface Accepted {
    id: string;
    to: string;
    subject: string;
    attachments: string[];
    deliveryStatus: string;
  }
  const mail = (body: object) => trader.request<Accepted & Refusal>('POST', '/reports/statement/email', body);

  it('mails the PDF to the address of the record', async () => {
    const { status, body } = await mail({ clientId });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      to: email,
      attachments: [expect.stringContaining('Țesătoria Ștefan SRL')],
      deliveryStatus: 'queued',
    });
    await service().idle();
    const [sent, ...others] = await service().mailbox(email);
    expect(others).toEqual([]);
    const [year, month, day] = today().split('-');
    expect(sent?.subject).toContain(`Confirmare de sold la ${day}.${month}.${year}`);
    expect(sent?.text).toContain('100.00 RON, 60.50 EUR');
    expect(sent?.attachments).toMatchObject([{ filename: body.attachments[0], contentType: 'application/pdf' }]);
    // Its delivery is an event, which names the client.
    const { data } = (await trader.request<{ data: { data: object }[] }>('GET', '/events?types=email.delivered')).body;
    expect(data).toMatchObject([{ data: { emailId: body.id, documentType: 'statement', documentUuid: clientId, to: email } }]);
  });

  it('mails once for one Idempotency-Key', async () => {
    const to = `once-${randomUUID()}@client.example`;
    const again = () =>
      service().api('POST', '/api/v1/reports/statement/email', {
        ...trader.scope,
        body: { clientId, to },
        headers: { 'idempotency-key': `statement-${to}` },
      });
    const [first, second] = [await again(), await again()];
    expect([first.status, second.body]).toEqual([200, first.body]);
    await service().idle();
    expect(await service().mailbox(to)).toHaveLength(1);
  });

  it('has the words, the recipient and the language that the sender states', async () => {
    const to = `other-${randomUUID()}@client.example`;
    const { body } = await mail({
      clientId,
      to,
      subject: 'Balance of [[client_name]]',
      body: 'Open: [[balance]]',
      language: 'en',
    });
    expect(body.subject).toBe('Balance of Țesătoria Ștefan SRL');
    await service().idle();
    expect((await service().mailbox(to))[0]?.text).toContain('Open: 100.00 RON, 60.50 EUR');
  });

  it.each(['invoice.send', 'report.view'] as const)('is not for callers without %s, whatever the partner', async permission => {
    const user = await service().newUser();
    const scope = await service().newCompany(user);
    const others = (['invoice.send', 'report.view', 'client.view'] as const).filter(name => name !== permission);
    const token = await keyWith(service(), user, others);
    const own = await service().newClient(scope, { name: 'Livada SRL', email: 'livada@client.example' });
    for (const id of [own.id, randomUUID()]) {
      const sent = await call<Refusal>(service(), { ...scope, token }, 'POST', '/reports/statement/email', { clientId: id });
      expect([sent.status, sent.body.error.details]).toEqual([403, { reason: 'permission', permission }]);
    }
  });

  it('refuses an address that complained, a missing one, an unknown partner and a bad body', async () => {
    const silent = await service().newClient(trader.scope, { name: 'Fără Adresă SRL', cui: null, email: null });
    const refused = async (body: object): Promise<unknown[]> => {
      const { status, body: refusal } = await mail(body);
      return [status, Object.keys(refusal.error.details ?? {})];
    };
    expect(await refused({ clientId: silent.id })).toEqual([422, ['to']]);
    expect(await refused({ clientId: randomUUID(), to: email })).toEqual([404, []]);
    expect(await refused({ to: email })).toEqual([422, ['clientId']]);
    expect(await refused({ clientId, to: 'nobody' })).toEqual([422, ['to']]);
    await transact([suppressed(trader.scope.company, 'gone@client.example')]);
    expect(await refused({ clientId, to: 'gone@client.example' })).toEqual([422, ['to']]);
  });
});

const suppressed = (company: CompanyId, address: string) =>
  put({
    ...companyKey(company, `NOMAIL#${address}`),
    ...{ kind: 'suppressed-address', data: { address, reason: 'complaint', at: instant() } },
  });
