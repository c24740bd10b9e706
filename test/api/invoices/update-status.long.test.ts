import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { FIELDS } from '../../support/invoice-fields.ts';
import { call } from '../../support/invoices.ts';
import { updateStatusCalls, line } from './update-status-calls.ts';

const { service, scope, put, act, draft, detailOf, file, changed, refused, rejected } = updateStatusCalls();

describe('the status decides (INV-29, INV-30)', () => {
  it('a numbered one must keep the year of its number, be complete, and not be in the future: 422', async () => {
    const { id } = await rejected();
    const lastYear = `${Number(today().slice(0, 4)) - 1}-12-31`;
    expect(await refused(id, { issueDate: lastYear, dueDate: lastYear })).toEqual([422, 'validation_error', ['issueDate']]);
    expect(await refused(id, { clientId: null })).toEqual([422, 'validation_error', ['clientId']]);
    const tomorrow = addDays(today(), 1);
    expect((await refused(id, { issueDate: tomorrow, dueDate: tomorrow }))[2]).toContain('issueDate');
  });

  it('a rejected refund stays settled, whatever its total', async () => {
    const { id } = await rejected({ lines: [line({ quantity: -1 })] });
    const after = await changed(id, { lines: [line({ quantity: -2 })] });
    expect(after).toMatchObject({ total: -242, amountPaid: -242, balance: 0, paymentStatus: 'paid' });
    const positive = await changed(id, { lines: [line()] });
    expect(positive).toMatchObject({ total: 121, amountPaid: 0, balance: 121, paidAt: null, paymentStatus: 'unpaid' });
  });

  it('the counts of its client follow a corrected invoice', async () => {
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

describe('simultaneous requests', () => {
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
