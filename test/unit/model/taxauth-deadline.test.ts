import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { isWorkingDay } from '#shared/model/calendar/working-days.ts';
import { rowOf } from '#shared/model/invoice-row.ts';
import { INVOICE_STATUSES } from '#shared/model/invoice.ts';
import {
  deadlineFactsOf,
  deadlineNoticedOn,
  deadlineOfDates,
  deadlineWarnings,
  isTaxauthLate,
  statedFactsOf,
  taxauthDeadlineOf,
} from '#shared/model/calendar/taxauth-deadline.ts';
import {
  type DocumentOverrides,
  sampleBuyer,
  sampleConsumer,
  sampleCreditNote,
  sampleDocument,
} from '../../support/documents.ts';

describe('the last day for sending an invoice to the authority: 5 working days, the day of issue not counted', () => {
  it.each([
    // The table of the accountants' review.
    ['2026-09-01', '2026-09-08'],
    ['2026-10-30', '2026-11-06'],
    ['2026-11-26', '2026-12-07'],
    ['2026-04-09', '2026-04-20'],
    ['2026-04-28', '2026-05-06'],
    ['2026-05-29', '2026-06-08'],
    ['2026-08-14', '2026-08-21'],
    ['2026-12-23', '2026-12-31'],
    ['2026-12-29', '2027-01-08'],
    ['2026-01-05', '2026-01-14'],
    // Worked by hand with a printed calendar.
    ['2026-01-01', '2026-01-13'],
    ['2026-01-02', '2026-01-13'],
    ['2026-01-04', '2026-01-13'],
    ['2026-01-06', '2026-01-14'],
    ['2026-01-08', '2026-01-15'],
    ['2026-01-09', '2026-01-16'],
    ['2026-01-16', '2026-01-23'],
    ['2026-01-17', '2026-01-23'],
    ['2026-01-19', '2026-01-26'],
    ['2026-01-23', '2026-01-30'],
    ['2026-02-27', '2026-03-06'],
    ['2026-02-28', '2026-03-06'],
    ['2026-03-31', '2026-04-07'],
    ['2026-04-02', '2026-04-09'],
    ['2026-04-03', '2026-04-14'],
    ['2026-04-10', '2026-04-20'],
    ['2026-04-12', '2026-04-20'],
    ['2026-04-13', '2026-04-20'],
    ['2026-04-14', '2026-04-21'],
    ['2026-04-24', '2026-05-04'],
    ['2026-04-30', '2026-05-08'],
    ['2026-05-22', '2026-05-29'],
    ['2026-05-25', '2026-06-02'],
    ['2026-05-31', '2026-06-08'],
    ['2026-06-01', '2026-06-08'],
    ['2026-07-31', '2026-08-07'],
    ['2026-08-10', '2026-08-17'],
    ['2026-08-15', '2026-08-21'],
    ['2026-11-20', '2026-11-27'],
    ['2026-11-23', '2026-12-02'],
    ['2026-11-27', '2026-12-08'],
    ['2026-11-29', '2026-12-08'],
    ['2026-11-30', '2026-12-08'],
    ['2026-12-01', '2026-12-08'],
    ['2026-12-18', '2026-12-28'],
    ['2026-12-24', '2027-01-04'],
    ['2026-12-31', '2027-01-12'],
    ['2027-04-26', '2027-05-05'],
    ['2027-04-29', '2027-05-10'],
    ['2027-05-31', '2027-06-08'],
    ['2027-06-18', '2027-06-28'],
    ['2027-11-29', '2027-12-08'],
    ['2027-12-24', '2027-12-31'],
    ['2028-01-03', '2028-01-12'],
    ['2028-01-21', '2028-01-31'],
    ['2028-02-25', '2028-03-03'],
    ['2028-04-13', '2028-04-24'],
    ['2028-05-31', '2028-06-09'],
  ])('issued on %s: %s', (issueDate, deadline) => {
    expect(deadlineOfDates(issueDate)).toBe(deadline);
  });

  it.each([
    ['the invoice is late on the day of its issue', '2026-10-28', '2026-09-30', '2026-10-22'],
    ['issued before the 15th: the issue decides', '2026-10-14', '2026-09-30', '2026-10-21'],
    ['issued on the 15th: both are the same', '2026-10-15', '2026-09-01', '2026-10-22'],
    ['issued the day after: the supply decides', '2026-10-16', '2026-09-30', '2026-10-22'],
    ['the 15th is a Sunday', '2026-11-26', '2026-10-31', '2026-11-20'],
    ['over the end of a year', '2027-01-20', '2026-12-31', '2027-01-22'],
    ['a supply of half a year before', '2026-09-01', '2026-03-31', '2026-04-22'],
    ['a supply of the year before the change of the law', '2026-01-20', '2025-12-10', '2026-01-22'],
  ])('at the latest 5 working days after the 15th of the month after the supply: %s', (_, issueDate, suppliedOn, deadline) => {
    expect(deadlineOfDates(issueDate, suppliedOn)).toBe(deadline);
  });

  it.each([
    ['2025-08-05', '2025-08-10'],
    ['2025-07-31', '2025-08-05'],
    ['2025-12-31', '2026-01-05'],
    ['2024-12-31', null],
  ])('until 2025 calendar days were counted, and older documents have no deadline: %s: %s', (issueDate, deadline) => {
    expect(deadlineOfDates(issueDate)).toBe(deadline);
  });
});

const september = { delivery: { actualDeliveryDate: '2026-09-30' } };
const ISSUED = { status: 'issued', issueDate: '2026-10-28' } as const;
const GERMAN = sampleBuyer({ country: 'DE', cif: 'DE136695976', vatCode: 'DE136695976' });

describe('the deadline of a document', () => {
  it.each<[string, DocumentOverrides, string | null]>([
    ['by its issue', {}, '2026-11-04'],
    ['by its delivery', { ublExtensions: september }, '2026-10-22'],
    [
      'by the end of its period',
      { ublExtensions: { invoicePeriod: { startDate: '2026-09-01', endDate: '2026-09-30' } } },
      '2026-10-22',
    ],
    ['by its tax point, where no supply is stated: an advance', { taxPointDate: '2026-09-11' }, '2026-10-22'],
    ['by its delivery before its tax point', { taxPointDate: '2026-10-05', ublExtensions: september }, '2026-10-22'],
    [
      'of a delivery in the month of the issue',
      { ublExtensions: { delivery: { actualDeliveryDate: '2026-10-01' } } },
      '2026-11-04',
    ],
    ['of a corrective invoice: by its issue', { invoiceTypeCode: '384', ublExtensions: september }, '2026-11-04'],
    ['of an invoice to a consumer', { client: sampleConsumer() }, '2026-11-04'],
    ['of a company that is not registered for VAT', { platitorTva: false }, '2026-11-04'],
    ['of a self-billed invoice, which the company sends', { invoiceTypeCode: '389' }, '2026-11-04'],
    ['of a self-billed invoice in the name of a firm abroad: none', { invoiceTypeCode: '389', client: GERMAN }, null],
    ['of a buyer abroad with a Romanian number', { client: { ...GERMAN, vatCode: 'RO18547290' } }, '2026-11-04'],
    ['of a buyer abroad without one: none', { client: GERMAN }, null],
    ['of a draft: none', { status: 'draft' }, null],
    ['of a cancelled invoice: none', { status: 'cancelled' }, null],
    ['of a received invoice: none', { status: 'synced', direction: 'incoming' }, null],
  ])('%s', (_, overrides, deadline) => {
    const document = sampleDocument({ ...ISSUED, ...overrides });
    expect(taxauthDeadlineOf(deadlineFactsOf(document))).toBe(deadline);
    expect(taxauthDeadlineOf(rowOf(document))).toBe(deadline);
  });

  it('of a credit note or negative invoice is by its issue alone', () => {
    const negative = { ...sampleDocument({ ...ISSUED, ublExtensions: september }), total: '-121.00' };
    expect(taxauthDeadlineOf(deadlineFactsOf(negative))).toBe('2026-11-04');
    expect(taxauthDeadlineOf(rowOf(sampleCreditNote({ ...ISSUED, ublExtensions: september })))).toBe('2026-11-04');
  });

  it('takes no room in the row of a usual document', () => {
    expect(statedFactsOf(sampleDocument(ISSUED))).toEqual({});
  });

  const unsent = ['issued', 'rejected', 'error'];
  it.each(INVOICE_STATUSES)('in status %s: late only if it is not at the authority', status => {
    const facts = deadlineFactsOf(sampleDocument({ ...ISSUED, status }));
    expect(isTaxauthLate(facts, '2026-11-04')).toBe(false);
    expect(isTaxauthLate(facts, '2026-11-05')).toBe(unsent.includes(status));
  });
});

describe('warnings of an issue (INV-88)', () => {
  const told = (issueDate: string, day: string, overrides: DocumentOverrides = {}) =>
    deadlineWarnings(deadlineFactsOf(sampleDocument({ status: 'issued', issueDate, ...overrides })), day);

  it.each([
    ['2026-11-02', '2026-11-02', []],
    ['2026-10-28', '2026-10-30', []],
    ['2026-10-28', '2026-10-31', []],
    [
      '2026-10-28',
      '2026-11-02',
      ['issueDate: the document has to be sent to the tax authority by 2026-11-04: submit it in time.'],
    ],
    [
      '2026-10-28',
      '2026-11-04',
      ['issueDate: the document has to be sent to the tax authority by 2026-11-04: submit it in time.'],
    ],
    [
      '2026-10-28',
      '2026-11-05',
      ['issueDate: the document had to be sent to the tax authority by 2026-11-04; it is late: submit it now.'],
    ],
  ])('of %s, issued on %s', (issueDate, day, warnings) => {
    expect(told(issueDate, day)).toEqual(warnings);
  });

  it('name the supply where it decides', () => {
    expect(told('2026-10-28', '2026-10-28', { ublExtensions: september })).toEqual([
      'ublExtensions: the document had to be sent to the tax authority by 2026-10-22; it is late: submit it now.',
    ]);
  });
});

describe('the deadline that members are reminded of: two working days before it', () => {
  it.each([
    ['2026-11-23', '2026-11-25'],
    ['2026-11-26', '2026-12-02'],
    ['2026-11-27', '2026-12-03'],
    ['2026-11-28', null],
    ['2026-11-30', null],
    ['2027-04-28', '2027-05-04'],
  ])('on %s: %s', (day, deadline) => {
    expect(deadlineNoticedOn(day)).toBe(deadline);
  });

  it('each working day is the deadline of one day only', () => {
    const noticed = Array.from({ length: 800 }, (_, days) => deadlineNoticedOn(addDays('2026-01-01', days))).filter(
      day => day !== null,
    );
    expect(new Set(noticed).size).toBe(noticed.length);
    for (const deadline of noticed) expect(isWorkingDay(deadline), deadline).toBe(true);
    for (let day = noticed[0]!; day <= noticed.at(-1)!; day = addDays(day, 1))
      if (isWorkingDay(day)) expect(noticed).toContain(day);
  });
});
