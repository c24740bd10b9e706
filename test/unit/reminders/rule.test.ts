import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { INVOICE_STATUSES, type InvoiceDocument, type InvoiceStatus } from '#shared/model/invoice.ts';
import { type Circumstances, dueDatesOf, type Exclusion, reminderOf, typeOf } from '#shared/documents/reminders/rule.ts';
import { DEFAULT_SETTINGS, type ReminderSettings } from '#shared/documents/reminders/settings.ts';
import { sampleCreditNote, sampleDocument } from '../../support/documents.ts';

const DUE = '2026-05-20';
const CLIENT = '0198c0de-0000-7000-8000-000000000002';

const invoice = (fields: Partial<InvoiceDocument> = {}): InvoiceDocument => ({
  ...sampleDocument({ status: 'issued', dueDate: DUE, issueDate: '2026-05-01' }),
  issuedAt: '2026-05-01T10:00:00.000Z',
  clientId: CLIENT,
  total: '121.00',
  amountPaid: '0.00',
  creditedAmount: '0.00',
  balance: '121.00',
  ...fields,
});

const on = (day: string, overrides: Partial<Circumstances> = {}): Circumstances => ({
  day,
  recipient: 'client@client.example',
  suppressed: false,
  isBeingCorrected: false,
  ...overrides,
});

const settings = (overrides: Partial<ReminderSettings> = {}): ReminderSettings => ({
  ...DEFAULT_SETTINGS,
  enabled: true,
  ...overrides,
});

describe('invoices that get a reminder (OUT-87 to OUT-90)', () => {
  it('one that is due today', () => {
    expect(reminderOf(invoice(), settings(), on(DUE))).toEqual({ reminderType: 'payment_reminder', offsetDays: 0 });
  });

  it('one that was credited in part: the rest of it is open', () => {
    const partly = invoice({ creditedAmount: '21.00', balance: '100.00' });
    expect(reminderOf(partly, settings(), on(DUE))).toEqual({ reminderType: 'payment_reminder', offsetDays: 0 });
  });

  it.each<[Exclusion, string, Partial<InvoiceDocument>, Partial<ReminderSettings>, Partial<Circumstances>]>([
    ['not_outgoing', 'received', { direction: 'incoming' }, {}, {}],
    ['self_billed', 'issued in the name of the client, who is owed the money', { invoiceTypeCode: '389' }, {}, {}],
    ['money_owed_back', 'negative', { total: '-121.00', balance: '121.00' }, {}, {}],
    ['money_owed_back', 'paid more than owed', { amountPaid: '130.00' }, {}, {}],
    ['money_owed_back', 'paid, then credited', { amountPaid: '121.00', creditedAmount: '21.00' }, {}, {}],
    ['below_minimum', 'credited in full', { creditedAmount: '121.00', balance: '0.00' }, {}, {}],
    ['being_corrected', 'a credit note is being made', {}, {}, { isBeingCorrected: true }],
    ['below_minimum', 'paid', { amountPaid: '121.00', balance: '0.00' }, {}, {}],
    ['below_minimum', "less is open than the company's minimum", { balance: '49.99' }, { minBalance: '50.00' }, {}],
    ['reminders_disabled', 'switched off for the invoice', { remindersDisabled: true }, {}, {}],
    ['client_excluded', 'the client is excluded', {}, { excludedClientIds: ['x', CLIENT] }, {}],
    ['no_offset_due', 'no due date', { dueDate: null }, {}, {}],
    ['no_offset_due', 'no offset of today', {}, { offsets: [1, 7] }, {}],
    ['no_offset_due', 'no offset at all', {}, { offsets: [] }, {}],
    ['reminded_today', 'of another offset', { reminded: { day: DUE, offsetDays: -3, dueDate: DUE } }, {}, {}],
    [
      'already_reminded',
      'of this one, on an earlier day',
      { reminded: { day: '2026-05-19', offsetDays: 0, dueDate: DUE } },
      {},
      {},
    ],
    ['no_recipient', 'no address', {}, {}, { recipient: null }],
    ['address_suppressed', 'bounced or complained', {}, {}, { suppressed: true }],
  ])('%s: %s', (exclusion, _, fields, own, circumstances) => {
    expect(reminderOf(invoice(fields), settings(own), on(DUE, circumstances))).toBe(exclusion);
  });

  it('credit_note: no credit note', () => {
    const note = { ...sampleCreditNote({ status: 'issued', dueDate: DUE }), issuedAt: '2026-05-01T10:00:00.000Z' };
    expect(reminderOf(note, settings(), on(DUE))).toBe('credit_note');
  });

  const REMINDED: InvoiceStatus[] = ['issued', 'sent_to_provider', 'validated'];
  it.each(INVOICE_STATUSES)('status %s', status => {
    const decision = reminderOf(invoice({ status }), settings(), on(DUE));
    if (REMINDED.includes(status)) expect(decision).toMatchObject({ offsetDays: 0 });
    else expect(decision).toBe('status');
  });

  it('the smallest balance counts', () => {
    expect(reminderOf(invoice({ balance: '0.01' }), settings(), on(DUE))).toMatchObject({ offsetDays: 0 });
    expect(reminderOf(invoice({ balance: '50.00' }), settings({ minBalance: '50.00' }), on(DUE))).toMatchObject({
      offsetDays: 0,
    });
  });

  it('a reminder of an earlier due date does not count, except for the day', () => {
    const reminded = { day: '2026-05-12', offsetDays: 7, dueDate: '2026-05-05' };
    expect(reminderOf(invoice({ reminded }), settings(), on(DUE))).toMatchObject({ offsetDays: 0 });
    expect(reminderOf(invoice({ reminded: { ...reminded, day: DUE } }), settings(), on(DUE))).toBe('reminded_today');
  });
});

describe('types', () => {
  it.each([
    [-30, 'payment_reminder'],
    [0, 'payment_reminder'],
    [1, 'overdue_reminder'],
    [14, 'overdue_reminder'],
    [30, 'final_notice'],
  ])('%i days: %s', (offset, type) => expect(typeOf(offset, [-30, 0, 1, 14, 30])).toBe(type));
  it('a single offset after the due date is final; without any, none is', () => {
    expect(typeOf(7, [0, 7])).toBe('final_notice');
    expect(typeOf(0, [-3, 0])).toBe('payment_reminder');
  });
});

describe('missed days', () => {
  const offsets = [0, 1, 7];
  it.each<[string, number, number | undefined]>([
    ['today takes precedence over missed days', 1, 1],
    ['missed yesterday', 2, 1],
    ['missed the day before', 3, 1],
    ['missed three days ago: not sent later', 4, undefined],
    ['missed before it was due', -1, undefined],
    ['missed two days ago', 9, 7],
    ['missed three days ago', 10, undefined],
  ])('%s: %i days after', (_, days, offset) => {
    const decision = reminderOf(invoice(), settings({ offsets }), on(addDays(DUE, days)));
    expect(decision).toEqual(offset === undefined ? 'no_offset_due' : expect.objectContaining({ offsetDays: offset }));
  });

  it('only the latest is sent later: an earlier one is not sent after it', () => {
    const reminded = { day: addDays(DUE, 1), offsetDays: 1, dueDate: DUE };
    expect(reminderOf(invoice({ reminded }), settings({ offsets }), on(addDays(DUE, 2)))).toBe('already_reminded');
  });

  it.each([
    ['on the day of the offset, in the evening: sent later', '2026-05-20T20:30:00.000Z', { offsetDays: 0 }],
    ['half an hour later, which is the next day in Bucharest: nothing was missed', '2026-05-20T21:30:00.000Z', 'no_offset_due'],
  ])('issued %s', (_, issuedAt, expected) => {
    const decision = reminderOf(invoice({ issuedAt }), settings({ offsets: [0] }), on('2026-05-21'));
    if (typeof expected === 'string') expect(decision).toBe(expected);
    else expect(decision).toMatchObject(expected);
  });

  it('a leap day and the ends of months', () => {
    const due = { dueDate: '2028-02-29', issuedAt: '2028-01-01T10:00:00.000Z' };
    expect(reminderOf(invoice(due), settings(), on('2028-02-26'))).toMatchObject({ offsetDays: -3 });
    expect(reminderOf(invoice(due), settings(), on('2028-03-07'))).toMatchObject({ offsetDays: 7 });
    expect(reminderOf(invoice(due), settings(), on('2028-03-30'))).toMatchObject({ offsetDays: 30 });
  });
});

describe('the due dates that a run searches', () => {
  it('are those for which any offset may be due, missed ones included', () => {
    expect([...dueDatesOf([-3, 7], '2026-05-20')].sort()).toEqual([
      ...['2026-05-11', '2026-05-12', '2026-05-13'],
      ...['2026-05-21', '2026-05-22', '2026-05-23'],
    ]);
  });
});
