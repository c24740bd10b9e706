import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { takeAnchor } from '#shared/documents/anchors/take.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { companyPartition, type Item, tableName } from '#shared/platform/store/table.ts';
import type { ControlFile, Invoice, Refusal } from '../../support/contract.ts';
import { actOnNote, delivering, noteIn } from '../../support/delivery-notes.ts';
import { DEPTH } from '../../support/effort.ts';
import { call } from '../../support/invoices.ts';
import { keyWith } from '../../support/members.ts';
import { actOn, newProforma, offering } from '../../support/proformas.ts';
import type { Scope } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

/** Control files of other documents than invoices, their limits, and who may read them (REP-61 to REP-64). */

const { service, newTrader } = useTrader();

const controlFile = <T = ControlFile>(scope: Scope, seriesId: string | null) =>
  call<T>(service(), scope, 'GET', `/reports/control-file?seriesId=${seriesId}&from=2020-01-01&to=${today()}`);
const states = ({ numbers }: ControlFile) => numbers.map(({ number, state }) => [number, state]);

describe('A control file', () => {
  it('of proformas has those that were deleted, cancelled and changed', async () => {
    const scope = await offering(service());
    const [first, second, third] = [
      await newProforma(service(), scope),
      await newProforma(service(), scope),
      await newProforma(service(), scope),
    ];
    await actOn(service(), scope, first.uuid, 'send');
    await actOn(service(), scope, first.uuid, 'cancel');
    await call(service(), scope, 'DELETE', `/proforma-invoices/${second.uuid}`);
    await service().idle();
    const { body } = await controlFile(scope, scope.seriesId);
    expect(body).toMatchObject({ type: 'proforma', chainHolds: true });
    expect(states(body)).toEqual([
      [first.number, 'cancelled'],
      [second.number, 'deleted'],
      [third.number, 'draft'],
    ]);
    expect(body.numbers[0]!.history.map(({ status }) => status)).toEqual(['draft', 'sent', 'cancelled']);
    expect(body.numbers[1]!.removedAt).not.toBeNull();
  });

  it('of delivery notes has each of them', async () => {
    const scope = await delivering(service());
    const [first, second] = [await noteIn(service(), scope, 'issued'), await noteIn(service(), scope, 'issued')];
    await actOnNote(service(), scope, second.uuid, 'cancel');
    await service().idle();
    const { body } = await controlFile(scope, first.documentSeriesId);
    expect(body.type).toBe('delivery_note');
    expect(states(body)).toEqual([
      [first.number, 'issued'],
      [second.number, 'cancelled'],
    ]);
  });

  it('of credit notes names the invoice that each takes back, and that of the invoice says so too', async () => {
    const trader = await newTrader();
    const invoice = await trader.issued();
    const credit = await trader.creditIssued(invoice);
    await service().idle();
    const { body } = await controlFile(trader.scope, String(credit['seriesId']));
    expect(body.type).toBe('credit_note');
    expect(body.numbers).toMatchObject([{ number: credit.number, parentNumber: invoice.number, state: 'issued' }]);
    const ofInvoices = await controlFile(trader.scope, String(invoice['documentSeriesId']));
    expect(ofInvoices.body.numbers[0]!.history.at(-1)!.details).toContain(`Credited by ${credit.number}`);
  });

  it('compares the chains with the anchors', async () => {
    const trader = await newTrader();
    const [invoice] = [await trader.issued(), await trader.issued()];
    await service().idle();
    await takeAnchor({ companyId: trader.scope.company, day: today() });
    const { body } = await controlFile(trader.scope, String(invoice['documentSeriesId']));
    expect(body).toMatchObject({ chainHolds: true, anchors: { count: 1, first: today(), last: today(), upTo: 2 } });
  });

  // It makes the numbers first, which takes a while.
  it.runIf(DEPTH)('with more than 1,000 numbers is refused, with what to change', async () => {
    const trader = await newTrader();
    const invoice = await trader.issued();
    await multiply(trader.scope, invoice, 1_001);
    const { status, body } = await controlFile<Refusal>(trader.scope, String(invoice['documentSeriesId']));
    expect(status).toBe(422);
    expect(body.error.details['to']).toEqual(['The period has more than 1000 numbers; choose a shorter one.']);
  });

  it.each(['invoice.view', 'series.view'] as const)('is not for callers without %s', async permission => {
    const user = await service().newUser();
    const scope = await service().newCompany(user);
    const others = (['report.view', 'invoice.view', 'series.view'] as const).filter(name => name !== permission);
    const token = await keyWith(service(), user, others);
    const { status, body } = await controlFile<Refusal>({ ...scope, token }, randomUUID());
    expect([status, body.error.details]).toEqual([403, { reason: 'permission', permission }]);
  });
});

/** Gives the series of an invoice so many numbers, without what only reading their documents would find out. */
async function multiply({ company }: Scope, { id, number }: Invoice, times: number): Promise<void> {
  type Row = Item & { gsi1sk?: string; gsi4sk?: string; row: object };
  const pk = companyPartition(company);
  const [header, guard] = [await getItem<Row>({ pk, sk: `INV#${id}` }), await getItem<Row>({ pk, sk: `NUMBER#INV#${number}` })];
  const put = (item: object) => dynamodb().send(new PutCommand({ TableName: tableName(), Item: item }));
  const add = async (sequence: number): Promise<void> => {
    const own = randomUUID();
    const named = number.replace(/\d+$/, String(sequence).padStart(3, '0'));
    const keys = { gsi1sk: header?.gsi1sk?.replace(id, own), gsi4sk: header?.gsi4sk?.replace(id, own) };
    const taken = { ...guard?.row, sequence, number: named, invoiceId: own };
    await Promise.all([
      put({ ...header, ...keys, sk: `INV#${own}`, row: { ...header?.row, id: own, number: named } }),
      put({ ...guard, sk: `NUMBER#INV#${named}`, gsi1sk: String(sequence).padStart(15, '0'), row: taken }),
    ]);
  };
  for (let first = 2; first <= times; first += 50)
    await Promise.all(Array.from({ length: Math.min(50, times - first + 1) }, (_, place) => add(first + place)));
}
