import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { invoiceCountKey } from '#shared/platform/access/invoice-quota.ts';
import type { Plan } from '#shared/platform/access/model.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { localInstant, today } from '#shared/base/kernel/clock.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type Key, tableName } from '#shared/platform/store/table.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { useOwnService, useService } from '../../support/service.ts';
import type { InvoiceList, RecurringInvoice, Refusal } from '../../support/contract.ts';
import { type Trader, useTrader } from '../../support/trader.ts';
import { bulkConvert, convertNote, delivering, detailOfNote, noteIn } from '../../support/delivery-notes.ts';
import { convert, detailOfProforma, newProforma, offering } from '../../support/proformas.ts';
import { recurring, recurringIn } from '../../support/recurring/templates.ts';
import { DEPTH } from '../../support/effort.ts';
import { putOnPlan } from '../attachments/calls.ts';

/** In the long run tests turn the clock. */
const service = DEPTH ? useOwnService() : useService();

const LIMIT = 100;
/** The response above the limit (REQ-47, ORG-38). */
const REFUSED = [402, 'plan_limit', { feature: 'maxInvoicesPerMonth', limit: LIMIT, plan: 'freemium' }];
const outcome = ({ status, body }: { status: number; body: unknown }) => {
  const { error } = body as Partial<Refusal>;
  return error ? [status, error.code, error.details] : [status];
};
const create = async (own: Trader) => outcome(await own.post(own.invoiceBody()));

const countKey = async ({ scope }: Trader, day: string = today()): Promise<Key> =>
  invoiceCountKey({ organizationId: (await readCompany(scope.company))?.organizationId ?? '' }, day.slice(0, 7));
const countOf = async (own: Trader): Promise<number | undefined> =>
  (await getItem<Key & { count: number }>(await countKey(own)))?.count;

const { newTrader } = useTrader({ service, lasting: true });

/** Puts a company's organization on a plan, with this many invoices created in the month of a day. */
async function counted(own: Trader, count: number, { plan = 'freemium', day = today() }: { plan?: Plan; day?: string } = {}) {
  await putOnPlan(service(), own.scope, plan);
  await dynamodb().send(
    new PutCommand({ TableName: tableName(), Item: { ...(await countKey(own, day)), kind: 'counter', count } }),
  );
}

const drafts = (own: Trader, count: number) => Promise.all(Array.from({ length: count }, () => create(own)));
const total = async (own: Trader): Promise<number> => (await own.request<InvoiceList>('GET', '/invoices')).body.total;

/** Turns the clock to a time in Romania. */
const turnTo = async (date: string, time: string): Promise<void> => {
  const millis = Date.parse(localInstant(date, time)) - service().runtime.clock.now();
  await service().advance(`PT${Math.ceil(millis / 1000)}S`);
};

describe('POST /invoices: maxInvoicesPerMonth of the plan (ORG-41, ORG-42)', () => {
  it('a deleted draft still counts, a repetition creates nothing and gets the same response, and 422 comes before 402', async () => {
    const own = await newTrader();
    await counted(own, LIMIT - 1);
    const body = own.invoiceBody({ idempotencyKey: randomUUID() });
    const first = await own.post(body);
    const repeated = await own.post(body);
    expect([first.status, repeated.status]).toEqual([201, 201]);
    expect(repeated.body.invoice.id).toBe(first.body.invoice.id);
    expect(await create(own)).toEqual(REFUSED);
    expect((await own.remove(first.body.invoice.id)).status).toBe(204);
    expect(await create(own)).toEqual(REFUSED);
    expect((await own.post(own.invoiceBody({ currency: 'XXQ' }))).status).toBe(422);
  });

  it('a plan without a limit counts nothing; a change of the plan counts at once', async () => {
    const own = await newTrader();
    expect(await create(own)).toEqual([201]);
    expect(await countOf(own)).toBeUndefined();
    await counted(own, LIMIT);
    expect(await create(own)).toEqual(REFUSED);
    await putOnPlan(service(), own.scope, 'starter');
    expect(await create(own)).toEqual([201]);
    await putOnPlan(service(), own.scope, 'professional');
    expect(await create(own)).toEqual([201]);
    expect(await countOf(own)).toBe(LIMIT + 1);
  });

  it.runIf(DEPTH)('201 for as many as the plan allows, then 402; exact for simultaneous ones', async () => {
    const own = await newTrader();
    await putOnPlan(service(), own.scope, 'freemium');
    for (let made = 0; made < LIMIT - 2; made += 7) expect(await drafts(own, 7)).toEqual(Array(7).fill([201]));
    expect((await drafts(own, 4)).toSorted()).toEqual([[201], [201], REFUSED, REFUSED]);
    expect([await total(own), await countOf(own)]).toEqual([LIMIT, LIMIT]);
  });

  it.runIf(DEPTH)('an invoice can be corrected above the limit: credit notes are no invoices', async () => {
    const own = await newTrader();
    const invoice = await own.issued();
    await counted(own, LIMIT);
    expect((await own.sendCredit(own.creditBody(invoice))).status).toBe(201);
    expect(await create(own)).toEqual(REFUSED);
  });
});

describe.runIf(DEPTH)('other ways to create an invoice, at the limit', () => {
  it('402: converting a proforma, a delivery note, or several; their state stays', async () => {
    const own = await newTrader();
    const [offers, delivers] = [await offering(service(), own.scope), await delivering(service(), own.scope)];
    const proforma = await newProforma(service(), offers);
    const notes = [await noteIn(service(), delivers, 'issued'), await noteIn(service(), delivers, 'issued')];
    const [note] = notes.map(({ uuid }) => uuid);
    await counted(own, LIMIT);
    expect(outcome(await convert(service(), offers, proforma.uuid))).toEqual(REFUSED);
    expect(outcome(await convertNote(service(), delivers, note!))).toEqual(REFUSED);
    expect(
      outcome(
        await bulkConvert(
          service(),
          delivers,
          notes.map(({ uuid }) => uuid),
        ),
      ),
    ).toEqual(REFUSED);
    expect((await detailOfProforma(service(), offers, proforma.uuid)).status).toBe('draft');
    expect((await detailOfNote(service(), delivers, note!)).status).toBe('issued');
    expect(await total(own)).toBe(0);

    // Each of them counts.
    await counted(own, LIMIT - 2);
    expect((await convert(service(), offers, proforma.uuid)).status).toBe(201);
    expect((await convertNote(service(), delivers, note!)).status).toBe(201);
    expect(await create(own)).toEqual(REFUSED);
  });

  it('402: a recurring invoice that remains from a larger plan; a scheduled one reports it, and no number is lost', async () => {
    const own = await newTrader();
    const repeats = await recurringIn(service(), own.scope);
    const { uuid } = await recurring(service(), repeats);
    const issueNow = () => own.request('POST', `/recurring-invoices/${uuid}/issue-now`);
    await counted(own, LIMIT);
    expect(outcome(await issueNow())).toEqual(REFUSED);
    expect((await service().api('POST', '/_local/schedules/recurring-invoices/run')).status).toBe(202);
    await service().idle();
    const template = (await own.request<RecurringInvoice>('GET', `/recurring-invoices/${uuid}`)).body;
    expect(template).toMatchObject({ lastInvoiceId: null, lastError: expect.stringContaining('maxInvoicesPerMonth') });

    await counted(own, LIMIT - 1);
    const issued = await issueNow();
    expect(issued).toMatchObject({ status: 201, body: { number: expect.stringMatching(/\D0*1$/) } });
    expect(await create(own)).toEqual(REFUSED);
  });
});

describe.runIf(DEPTH)('The month', () => {
  // Last: it turns the clock by weeks.
  it('is that of Romania, by the creation date', async () => {
    const own = await newTrader();
    const [first] = [`${addDays(`${today().slice(0, 7)}-01`, 40).slice(0, 7)}-01`];
    const last = addDays(first, -1);
    await turnTo(last, '23:30');
    await counted(own, LIMIT, { day: last });
    // Whatever the date of the document.
    expect(outcome(await own.post(own.invoiceBody({ issueDate: first, dueDate: null })))).toEqual(REFUSED);
    await turnTo(first, '00:01');
    expect(await create(own)).toEqual([201]);
    expect(await countOf(own)).toBe(1);
  });
});
