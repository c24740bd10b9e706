import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { today } from '#shared/base/kernel/clock.ts';
import type { Invoice } from '../../support/contract.ts';
import { refusal, refusedFields } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { FIELDS } from '../../support/invoice-fields.ts';
import { call } from '../../support/invoices.ts';
import { DEPTH } from '../../support/effort.ts';

const line = (overrides: object = {}) => ({ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 21, ...overrides });

const { service, scope, put, act, draft, issued, inForce, detailOf, file, become } = useTrader();

async function changed(id: string, body: object): Promise<Invoice> {
  const answer = await put(id, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.invoice;
}

const refused = async (id: string, body: unknown) => refusedFields(await put(id, body));

/** An invoice that the authority rejected. */
async function rejected(overrides: object = {}): Promise<Invoice> {
  const invoice = await issued(overrides);
  await become(invoice.id, { status: 'rejected', taxauthStatus: 'rejected', taxauthValidationErrors: ['BR-CO-25'] });
  return invoice;
}

describe('the status decides (INV-29, INV-30)', () => {
  it('in force or cancelled: 409 with the status, a reason and its timestamp, before the body is validated', async () => {
    const { id } = await inForce();
    const [at, told] = ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05Z'];
    for (const [status, fields, stamp] of [
      ['issued', {}, { issuedAt: expect.any(String) as string }],
      ['sent_to_provider', { submittedAt: at }, { uploadedAt: told }],
      ['validated', { validatedAt: at }, { validatedAt: told }],
      ['cancelled', { cancelledAt: at }, { cancelledAt: told }],
    ] as const) {
      await become(id, { status, ...fields });
      for (const body of [{ notes: 'x' }, { lines: [] }])
        expect(refusal(await put(id, body))).toMatchObject([409, 'conflict', { status, reason: 'not_editable', ...stamp }]);
    }
  });

  it('received from the authority: 409', async () => {
    const { id } = await draft();
    await become(id, { status: 'synced', direction: 'incoming' });
    expect((await refused(id, { notes: 'x' }))[0]).toBe(409);
  });

  it.each(DEPTH ? (['rejected', 'error'] as const) : (['rejected'] as const))(
    '%s: can be corrected, except for its buyer; number and status stay, XML and PDF are generated again',
    async status => {
      const before = await rejected();
      await become(before.id, { status });
      const other = await service().newClient(scope, { name: `Corectat ${status} SRL`, cui: `RO88${before.number.slice(-3)}` });
      expect((await refused(before.id, { clientId: other.id }))[0]).toBe(422);
      const after = await changed(before.id, { documentSeriesId: randomUUID(), notes: 'corectată' });
      expect(after).toMatchObject({ status, number: before.number, xmlGenerated: true, pdfGenerated: true });
      expect(after.xmlPath).not.toBe(before.xmlPath);
      const xml = await file(before.id, 'xml');
      expect(xml.body.toString()).not.toContain(`Corectat ${status} SRL`);
      expect(xml.body.toString()).toContain('corectată');
    },
  );

  it.runIf(DEPTH)('a numbered one must keep the year of its number, be complete, and not be in the future: 422', async () => {
    const { id } = await rejected();
    const lastYear = `${Number(today().slice(0, 4)) - 1}-12-31`;
    expect(await refused(id, { issueDate: lastYear, dueDate: lastYear })).toEqual([422, 'validation_error', ['issueDate']]);
    expect(await refused(id, { clientId: null })).toEqual([422, 'validation_error', ['clientId']]);
    const tomorrow = addDays(today(), 1);
    expect((await refused(id, { issueDate: tomorrow, dueDate: tomorrow }))[2]).toContain('issueDate');
  });

  it.runIf(DEPTH)('a rejected refund stays settled, whatever its total', async () => {
    const { id } = await rejected({ lines: [line({ quantity: -1 })] });
    const after = await changed(id, { lines: [line({ quantity: -2 })] });
    expect(after).toMatchObject({ total: -242, amountPaid: -242, balance: 0, paymentStatus: 'paid' });
    const positive = await changed(id, { lines: [line()] });
    expect(positive).toMatchObject({ total: 121, amountPaid: 0, balance: 121, paidAt: null, paymentStatus: 'unpaid' });
  });

  it.runIf(DEPTH)('the counts of its client follow a corrected invoice', async () => {
    const stats = async (name: string) => {
      const { body } = await call<{ data: Record<string, { invoiceCount: number; totalRevenue: number }[]> }>(
        ...([service(), scope, 'GET', `/clients?search=${encodeURIComponent(name)}`] as const),
      );
      const [client] = Object.values(body.data).flat();
      return [client?.invoiceCount, client?.totalRevenue];
    };
    const one = await service().newClient(scope, { name: 'Numărat Unu SRL', cui: 'RO31313131' });
    const { id } = await rejected({ clientId: one.id });
    expect(await stats('Numărat Unu')).toEqual([1, 121]);
    await changed(id, { lines: [line({ quantity: 2 })] });
    expect(await stats('Numărat Unu')).toEqual([1, 242]);
  });
});

describe('errors of a change', () => {
  it('400 for empty lines', async () => {
    const { id } = await draft();
    expect(await refused(id, { lines: [] })).toEqual([400, 'bad_request', ['lines']]);
  });

  it.each<[string, object, string[]]>([
    ['a future issue date', { issueDate: '2099-01-01' }, ['issueDate', 'dueDate']],
    ['a due date before the issue date', { dueDate: '2020-01-01' }, ['dueDate']],
  ])('422 for %s, and nothing changes', async (_, body, fields) => {
    const before = await draft();
    expect(await refused(before.id, body)).toEqual([422, 'validation_error', fields]);
    const after = await detailOf(before.id);
    expect([after.updatedAt, after.events.length, after.total]).toEqual([before.updatedAt, 1, before.total]);
  });

  it('an issue date before an existing due date is reported', async () => {
    const { id } = await draft({ issueDate: '2026-01-10', dueDate: '2026-01-20' });
    expect(await refused(id, { issueDate: '2026-01-21' })).toEqual([422, 'validation_error', ['dueDate']]);
    expect(await changed(id, { issueDate: '2026-01-21', dueDate: '2026-01-21' })).toMatchObject({ issueDate: '2026-01-21' });
  });
});

describe.runIf(DEPTH)('simultaneous requests', () => {
  it('20 changes of different fields are all kept', async () => {
    const { id } = await draft();
    const names = Object.keys(FIELDS).filter(name => typeof FIELDS[name as keyof typeof FIELDS] === 'string');
    const sent = names.filter(name => !['currency', 'dueDate', 'receiverCif', 'receiverName'].includes(name)).slice(0, 20);
    const answers = await Promise.all(sent.map(name => put(id, { [name]: FIELDS[name as keyof typeof FIELDS] })));
    expect(answers.map(answer => answer.status)).toEqual(sent.map(() => 200));
    const after = await detailOf(id);
    for (const name of sent) expect(after).toHaveProperty(name, FIELDS[name as keyof typeof FIELDS]);
    expect(after.events).toHaveLength(21);
  });

  it('a change and the issue: the change is in the issued invoice and its XML, or it is rejected with 409', async () => {
    const outcomes = new Set<number>();
    for (let round = 0; round < 6; round++) {
      const { id } = await draft();
      const note = `nota ${round}`;
      const later = async () => {
        for (let wait = 0; wait < round; wait++) await detailOf(id);
        return act(id, 'issue');
      };
      const [update, issue] = await Promise.all([put(id, { notes: note, lines: [line({ quantity: 7 })] }), later()]);
      outcomes.add(update.status);
      expect(issue.status).toBe(200);
      const applied = update.status === 200;
      if (!applied) expect([update.status, update.body.error.details['status']]).toEqual([409, 'issued']);
      const after = await detailOf(id);
      const xml = (await file(id, 'xml')).body.toString();
      expect([after.notes === note, after.total, xml.includes(note), xml.includes('847.00')]).toEqual(
        applied ? [true, 847, true, true] : [false, 121, false, false],
      );
    }
    expect([...outcomes].every(status => status === 200 || status === 409)).toBe(true);
  });
});
