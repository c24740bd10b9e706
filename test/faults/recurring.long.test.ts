import { beforeAll, describe, expect, it } from 'vitest';
import { expecting } from '../../infra/local/api-client.ts';
import { localInstant, today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { runTemplate } from '#shared/documents/recurring-invoices/generation/run.ts';
import type { Invoice, InvoiceList, RecurringInvoice } from '../support/contract.ts';
import { interruptEveryCall } from '../support/faults/every-call.ts';
import { call, issued, lastingTrader } from '../support/invoices.ts';
import { type Recurring, recurring, recurringIn } from '../support/recurring/templates.ts';
import { useOwnService } from '../support/service.ts';
import { useTrader } from '../support/trader.ts';

const service = useOwnService();
const trader = useTrader({ service });
let scope: Recurring;

beforeAll(async () => {
  // Templates are issued from 01:00 in Romania on: the tests begin at the same hour, whenever they run.
  const morning = localInstant(addDays(today(), 1), '09:00');
  await service().runtime.turn({ set: morning });
  scope = await recurringIn(service(), await lastingTrader(service()));
});

const runSchedule = async (name: string): Promise<void> => {
  await expecting(202, 'The schedule', service().api('POST', `/_local/schedules/${name}/run`));
  await service().idle();
};

/** The documents of each template, by its id. */
async function documentsOf(templates: readonly string[]): Promise<Map<string, Invoice[]>> {
  const { total } = (await call<InvoiceList>(service(), scope, 'GET', '/invoices?limit=1')).body;
  const found = new Map<string, Invoice[]>(templates.map(id => [id, []]));
  for (let page = 1; (page - 1) * 100 < total; page++) {
    const { data } = (await call<InvoiceList>(service(), scope, 'GET', `/invoices?limit=100&page=${page}`)).body;
    const whole = await Promise.all(data.map(({ id }) => call<Invoice>(service(), scope, 'GET', `/invoices/${id}`)));
    for (const { body } of whole) found.get(body.recurringInvoiceId ?? '')?.push(body);
  }
  return found;
}

/** Each template has one document, with a number and files, and its date has moved on. */
async function expectIssuedOnce(templates: readonly string[]): Promise<void> {
  await service().advance('PT35M');
  await runSchedule('recurring-invoices');
  await service().advance('PT10M');
  for (const [id, documents] of await documentsOf(templates)) {
    expect(
      documents.map(({ status }) => status),
      id,
    ).toEqual(['issued']);
    const { body } = await call<RecurringInvoice>(service(), scope, 'GET', `/recurring-invoices/${id}`);
    expect(body).toMatchObject({ lastInvoiceId: documents[0]?.id, lastError: null });
    expect(body.nextIssuanceDate > documents[0]!.issueDate).toBe(true);
    expect((await call(service(), scope, 'GET', `/invoices/${documents[0]?.id}/xml`)).status).toBe(200);
  }
}

describe('a recurring invoice whose run dies at any call, or loses its response', () => {
  it.each([
    ['schedules-recurring-invoices', 2],
    ['workers-generate-recurring-invoice', 4],
  ])(
    'is issued once: %s',
    async (name, fewest) => {
      const templates: string[] = [];
      const calls = await interruptEveryCall(service(), {
        name,
        run: async () => {
          templates.push((await recurring(service(), scope)).uuid);
          await runSchedule('recurring-invoices');
        },
        check: () => expectIssuedOnce(templates),
      });
      expect(calls).toBeGreaterThan(fewest);
    },
    300_000,
  );

  it('is issued once by eight workers at the same time', async () => {
    const { uuid } = await recurring(service(), scope);
    await Promise.all(Array.from({ length: 8 }, () => runTemplate(scope.company, uuid)));
    expect((await documentsOf([uuid])).get(uuid)).toHaveLength(1);
  });
});

describe('a planned submission whose run dies at any call, or loses its response', () => {
  it.each([
    ['schedules-planned-submissions', 2],
    ['workers-submit-planned', 6],
  ])(
    'is sent to the authority once: %s',
    async (name, fewest) => {
      // With a tax id of its own: the authority tells documents apart by issuer and number.
      const { scope: own } = await trader.newTrader({ connected: true, lasting: true });
      const setting = { efacturaDelayHours: 0 };
      const { cif } = (await call<{ cif: string }>(service(), own, 'PATCH', `/companies/${own.company}`, setting)).body;
      const ids: string[] = [];
      const numbers: string[] = [];
      const calls = await interruptEveryCall(service(), {
        name,
        run: async () => {
          const { id, number } = await issued(service(), own, { clientId: own.clientId });
          ids.push(id);
          numbers.push(number);
          await runSchedule('planned-submissions');
        },
        check: async () => {
          await service().advance('PT2H');
          await runSchedule('planned-submissions');
          await service().advance('PT2H');
          const { body } = await service().api('GET', '/_local/taxauth/received');
          const uploads = (body as { uploads: { cif: string; number: string }[] }).uploads
            .filter(one => one.cif === cif)
            .map(({ number }) => number);
          for (const [place, id] of ids.entries()) {
            const { status } = (await call<Invoice>(service(), own, 'GET', `/invoices/${id}`)).body;
            expect(['sent_to_provider', 'validated'], id).toContain(status);
            expect(
              uploads.filter(one => one === numbers[place]),
              numbers[place],
            ).toHaveLength(1);
          }
        },
      });
      expect(calls).toBeGreaterThan(fewest);
    },
    300_000,
  );
});
