import { describe, expect, it } from 'vitest';
import { setEnvironment } from '../../../infra/local/environment.ts';
import { creditChange, refuseVoidParent, settling, unsettled } from '#shared/documents/credit-notes/credited-invoice.ts';
import { checkDates } from '#shared/documents/credit-notes/dates.ts';
import { linkOf, linkWrites } from '#shared/documents/credit-notes/links.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import type { Key } from '#shared/platform/store/table.ts';
import { sampleCreditNote, sampleDocument, sampleLine } from '../../support/documents.ts';
import { refusedFieldsBy } from '../../support/refused/fields.ts';

setEnvironment({ TABLE_NAME: 'table' });

const invoice = (overrides: Partial<Invoice> = {}) => ({ ...sampleDocument({ id: 'p', status: 'issued' }), ...overrides });
const note = (overrides: Partial<Invoice> = {}) =>
  sampleCreditNote({ id: 'n', parentDocumentId: 'p', status: 'issued', ...overrides });
const small = (overrides: Partial<Invoice> = {}) =>
  note({ ...overrides, lines: [sampleLine({ quantity: '-1', unitPrice: '1', vatRate: '0', vatCategoryCode: 'Z' })] } as object);
const by = { id: 'u', name: 'Ana', email: null };

describe('the unpaid part of an invoice that a reversing document records', () => {
  it.each<[string, Partial<Invoice>, string]>([
    ['all of it, when nothing was paid', {}, '121.00'],
    ['the unpaid amount', { amountPaid: '71.00', balance: '50.00' }, '50.00'],
    ['nothing, when all was paid', { amountPaid: '121.00', balance: '0.00' }, '0.00'],
    ['the amount that was unpaid when it was cancelled', { status: 'cancelled', amountPaid: '71.00', balance: '0.00' }, '50.00'],
  ])('%s', (_, parent, settledUnpaid) => {
    const settled = settling(note(), { invoice: invoice(parent), payments: [] });
    expect([settled.settledUnpaid, settled.settles, settled.number]).toEqual([settledUnpaid, undefined, note().number]);
  });

  it('no more than it takes back', () => {
    expect(settling(small(), { invoice: invoice(), payments: [] }).settledUnpaid).toBe('1.00');
  });

  it('with the id of the invoice, unless it is a credit note; nothing as a draft again', () => {
    const reversal = sampleDocument({ id: 'r', lines: [sampleLine({ quantity: '-1' })] });
    const settled = settling(reversal, { invoice: invoice(), payments: [] });
    expect([settled.settles, settled.settledUnpaid]).toEqual(['p', '121.00']);
    expect(unsettled(settled)).toEqual(reversal);
  });
});

describe('the changes of the invoice', () => {
  const payments = [{ id: 'x', amount: '71.00', paymentDate: '2026-03-05' } as Payment];
  const parent = { invoice: invoice({ creditedAmount: '10.00', creditedUnpaid: '4.00' }), payments };
  const changed = (before: Invoice | null, after: Invoice) => {
    const change = creditChange(parent, before, after, by);
    const { creditedAmount, creditedUnpaid, balance } = change?.after ?? {};
    return change && [change.recorded?.map(({ event }) => event.details), creditedAmount, creditedUnpaid, balance];
  };

  it.each<[string, Invoice | null, Invoice, unknown[] | undefined]>([
    ['a draft: nothing', null, note({ status: 'draft' }), undefined],
    [
      'a change of an issued one: nothing',
      note({ settledUnpaid: '50.00' }),
      note({ settledUnpaid: '50.00', notes: 'x' }),
      undefined,
    ],
    [
      'its issue',
      note({ status: 'draft' }),
      small({ settledUnpaid: '0.50' }),
      [['Credited by NC-2026-001: 1.00 RON'], '11.00', '4.50', '39.00'],
    ],
    [
      'its creation as an issued one',
      null,
      small({ settledUnpaid: '0.50' }),
      [['Credited by NC-2026-001: 1.00 RON'], '11.00', '4.50', '39.00'],
    ],
    [
      'its cancellation',
      small({ settledUnpaid: '0.50' }),
      small({ status: 'cancelled', settledUnpaid: '0.50' }),
      [['No longer credited by NC-2026-001: 1.00 RON'], '9.00', '3.50', '41.00'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(changed(before, after)).toEqual(expected);
  });

  it('with a webhook', () => {
    const [recorded] = creditChange(parent, null, small(), by)?.recorded ?? [];
    expect(recorded?.webhooks?.map(({ type }) => type)).toEqual(['invoice.updated']);
  });
});

describe('invoices that can be credited, and when', () => {
  it.each<[string, Partial<Invoice>, unknown]>([
    ['an issued one', {}, undefined],
    ['one of a supplier', { direction: 'incoming' }, [422, 'validation_error', ['parentDocumentId']]],
    ['a draft', { status: 'draft' }, [422, 'validation_error', ['parentDocumentId', 'status', 'reason']]],
    ['a cancelled one that was validated', { status: 'cancelled', taxauthStatus: 'validated' }, undefined],
  ])('%s', async (_, fields, refused) => {
    expect(await refusedFieldsBy(() => refuseVoidParent(invoice(fields)))).toEqual(refused);
  });

  const [now, tomorrow] = [today(), addDays(today(), 1)];
  it.each<[string, string | null, string, string[]]>([
    [now, now, now, []],
    [now, null, now, []],
    [tomorrow, null, now, ['issueDate']],
    [now, null, tomorrow, ['issueDate']],
    [now, addDays(now, -1), addDays(now, -2), ['dueDate']],
  ])('on %s, due %s, of an invoice of %s: %j', (issueDate, dueDate, parentDate, fields) => {
    const reported: string[] = [];
    checkDates(note({ issueDate, dueDate }), invoice({ issueDate: parentDate }), field => reported.push(field));
    expect(reported).toEqual(fields);
  });
});

describe('the link from the invoice', () => {
  it('has the amount to pay if it differs from the total, and marks documents that are no credit notes', () => {
    const { id, number, status, total } = note();
    expect(linkOf(note())).toEqual({ id, number, status, total });
    expect(linkOf({ ...note(), payable: total })).toEqual({ id, number, status, total });
    expect(linkOf({ ...note(), payable: '-100.00' })).toMatchObject({ payable: '-100.00' });
    expect(linkOf(invoice())).toMatchObject({ isCreditNote: false });
  });

  const reversal = (settles?: string, more: Partial<Invoice> = {}) => ({
    ...invoice(more),
    id: 'r',
    ...(settles && { settles }),
  });
  const put = (parent: string) => ['Put', `INV#${parent}#C#`];
  const removed = (parent: string) => ['Delete', `INV#${parent}#C#`];
  it.each<[string, Invoice | null, Invoice | null, string[][]]>([
    ['is written with the document', null, note(), [put('p')]],
    ['is written when it changes', note({ status: 'draft' }), note(), [put('p')]],
    ['is unchanged when it does not change', note(), note({ notes: 'x' }), []],
    ['is deleted with the document', note(), null, [removed('p')]],
    ['moves', reversal('p'), reversal('q'), [removed('p'), put('q')]],
    ['does not exist for an invoice', null, invoice(), []],
    ['is deleted when it names none any more', reversal('p'), reversal(), [removed('p')]],
    ['is created when it names one', reversal(), reversal('p'), [put('p')]],
  ])('%s', (_, before, after, expected) => {
    const writes = linkWrites({ before, after }).map(({ operation: { Put, Delete } }) => {
      const { pk, sk } = (Put?.Item ?? Delete?.Key) as Key;
      expect(pk).toBe(`C#${(before ?? after)?.companyId}`);
      return [Put ? 'Put' : 'Delete', sk.replace(/#C#.*/, '#C#')];
    });
    expect(writes).toEqual(expected);
  });
});
