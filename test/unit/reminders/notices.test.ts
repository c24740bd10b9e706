import { describe, expect, it } from 'vitest';
import type { Membership } from '#shared/platform/access/model.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';
import { groupsOf, noticedDates } from '#shared/documents/reminders/notices/groups.ts';
import { noticeOf } from '#shared/documents/reminders/notices/mail.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { isNoticed } from '#shared/platform/access/noticed.ts';

const DAY = '2026-03-01';

const row = (number: string, dueDate: string, balance = '100.00', currency = 'RON'): InvoiceRow =>
  ({ number, dueDate, balance, currency, clientName: `Client <${number}>` }) as InvoiceRow;

describe('the content of a notice', () => {
  it('is about invoices due in 3 days, today, and yesterday', () => {
    expect([...noticedDates(DAY)]).toEqual(['2026-02-28', '2026-03-01', '2026-03-04']);
    const rows = [row('A', '2026-03-04'), row('B', '2026-02-28', '5.00'), row('C', '2026-02-28', '9.00', 'EUR')];
    expect(groupsOf(rows, DAY)).toMatchObject([
      {
        when: 'yesterday',
        count: 2,
        sums: [
          { currency: 'EUR', balance: '9.00' },
          { currency: 'RON', balance: '5.00' },
        ],
        invoices: [{ number: 'C' }, { number: 'B' }],
      },
      { when: 'in_3_days', dueDate: '2026-03-04', count: 1 },
    ]);
    expect(groupsOf([], DAY)).toEqual([]);
  });

  it('names 20 invoices of a group, the largest, and counts all', () => {
    const rows = Array.from({ length: 23 }, (_, place) => row(`N-${place}`, DAY, `${place + 1}.00`));
    const [group] = groupsOf(rows, DAY);
    expect(group).toMatchObject({ count: 23, sums: [{ currency: 'RON', balance: '276.00' }] });
    expect(group?.invoices.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, place) => `N-${22 - place}`));
  });

  it.each([
    ['ro', 'Facturi de încasat – Firma', 'Scadente astăzi, 01.03.2026', 'și încă 3 facturi', 'Total: 276.00 RON'],
    ['en', 'Invoices to be collected – Firma', 'Due today, 01.03.2026', 'and 3 more invoices', 'Total: 276.00 RON'],
  ] as const)('in %s, as text and as HTML with the same content', (language, subject, head, more, total) => {
    const rows = Array.from({ length: 23 }, (_, place) => row(`N-${place}`, DAY, `${place + 1}.00`));
    const notice = noticeOf({ companyName: 'Firma', groups: groupsOf(rows, DAY) }, language, 'Ana', 'https://app.example');
    expect(notice.subject).toBe(subject);
    for (const fact of [head, more, total, 'N-22', 'Client <N-22>', 'https://app.example']) expect(notice.text).toContain(fact);
    for (const fact of [head, more, '276.00 RON', 'Client &lt;N-22&gt;', 'https://app.example'])
      expect(notice.html).toContain(fact);
  });

  it('names no further invoices of a group that is named in full', () => {
    const rows = Array.from({ length: 20 }, (_, place) => row(`N-${place}`, DAY));
    const notice = noticeOf({ companyName: 'Firma', groups: groupsOf(rows, DAY) }, 'en', 'Ana', 'https://app.example');
    for (const form of [notice.text, String(notice.html)]) expect(form).not.toMatch(/more invoice/);
  });
});

describe('the recipients of a notice', () => {
  const COMPANY = { id: companyScope('company'), organizationId: 'organization' };
  const member = (overrides: Partial<Membership> = {}) =>
    ({
      organizationId: 'organization',
      role: 'owner',
      permissions: [],
      allowedCompanies: [],
      isActive: true,
      ...overrides,
    }) as unknown as Membership;
  const ACCOUNT = { active: true, emailConfirmed: true };

  it.each<[string, boolean, Partial<Membership>]>([
    ['an owner', true, {}],
    ['an admin', true, { role: 'admin' }],
    ['an accountant of the company', true, { role: 'accountant', allowedCompanies: ['company'] }],
    ['an accountant of another company', false, { role: 'accountant', allowedCompanies: ['other'] }],
    ['an employee, who cannot record payments', false, { role: 'employee', allowedCompanies: ['company'] }],
    ['an employee who may', true, { role: 'employee', allowedCompanies: ['company'], permissions: ['payment.create'] }],
    ['an admin who may not', false, { role: 'admin', permissions: ['invoice.view'] }],
    ['a member who was switched off', false, { isActive: false }],
    ['a member of another organization', false, { organizationId: 'other' }],
  ])('%s: %s', (_, expected, membership) => expect(isNoticed(member(membership), ACCOUNT, COMPANY)).toBe(expected));

  it('no members whose account is closed, unconfirmed or deleted', () => {
    expect(isNoticed(member(), { ...ACCOUNT, active: false }, COMPANY)).toBe(false);
    expect(isNoticed(member(), { ...ACCOUNT, emailConfirmed: false }, COMPANY)).toBe(false);
    expect(isNoticed(member(), undefined, COMPANY)).toBe(false);
  });
});
