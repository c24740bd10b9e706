import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadCatalogue } from '../../infra/catalogue.ts';
import { createWrites } from '#shared/documents/common/store.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { InvoiceStatus } from '#shared/model/invoice.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { companyPartition, type CompanyId } from '#shared/platform/store/table.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { sampleBuyer, sampleDocument } from '../support/documents.ts';
import { ALL } from '../support/effort.ts';
import { keyWith, whoAmI } from '../support/members.ts';
import { reminderCalls } from '../support/reminders/calls.ts';
import { type Service, startService } from '../support/service.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { dateOf, dayNumber, isEndOfMonth, millisOf, shownAt, YEAR } from '../support/year/calendar.ts';

/**
 * * A leap year of reminders: what the system sends, on a clock that is turned through it, equals what this file calculates with a
 * calendar of its own (test/support/year). On days that matter (ends of months, the leap day, changes of summer time) the clock stops at
 * every time of sending; between them days are left out, as when nothing runs.
 */

const COMPANIES = ALL ? 50 : 12;
const TIMES = ['00:00', '03:30', '09:00', '12:15', '18:45', '23:59'];
const OFFSETS = [[-3, 0, 7, 14, 30], [0], [-30, -1, 1, 2], [-5, -2, 3, 60, 180], [1, 3, 5], []];
const STATUSES: InvoiceStatus[] = ['issued', 'validated', 'sent_to_provider', 'issued', 'rejected', 'error'];

/** The times at which the clock stops, ascending. */
function stops(): number[] {
  const first = dayNumber(`${YEAR}-01-01`);
  const special = new Set(
    ['02-28', '02-29', '03-25', '03-26', '03-27', '10-28', '10-29', '10-30'].map(end => dayNumber(`${YEAR}-${end}`)),
  );
  const found: number[] = [];
  let next = first;
  let drawn = 7;
  for (let day = first; day < first + 366; day++) {
    if (isEndOfMonth(day) || special.has(day)) found.push(...TIMES.map(time => millisOf(dateOf(day), time)));
    else if (day >= next) {
      found.push(millisOf(dateOf(day), '14:20'));
      drawn = (drawn * 31 + 11) % 97;
      next = day + ([1, 2, 3, 5, 8][drawn % 5] ?? 1);
    }
  }
  return found.sort((a, b) => a - b);
}

interface Owed {
  id: string;
  dueDate: string;
  status: InvoiceStatus;
  balance: number;
}

interface Company {
  id: string;
  sendTime: string;
  offsets: number[];
  minBalance: number;
  invoices: Owed[];
}

let service: Service;
let companies: Company[];

beforeAll(async () => {
  const all = await loadCatalogue();
  const background = all.background.filter(({ name }) => !name.startsWith('schedules-') || name === 'schedules-reminders');
  service = await startService({ catalogue: { ...all, background } });
  const user = await service.newUser();
  const { organization } = await whoAmI(service, user);
  await service.api('PUT', `/_local/plans/${organization.id}`, { body: { plan: 'business' } });
  const token = await keyWith(service, user, PERMISSIONS);
  const { clock } = service.runtime;
  clock.freeze(true);
  clock.set(new Date(millisOf(`${YEAR}-01-01`, '00:00') - 60_000).toISOString());
  const { enable } = reminderCalls(() => service);
  companies = [];
  for (let place = 0; place < COMPANIES; place++) {
    const { company } = await service.newCompany({ ...user, token }, { cif: String(20_000_000 + place), vatCode: null });
    const sendTime = TIMES[place % TIMES.length] ?? '';
    const offsets = OFFSETS[place % OFFSETS.length === 0 ? place % 5 : (place * 7) % OFFSETS.length] ?? [];
    const minBalance = place % 4 === 0 ? 50 : 0.01;
    await enable({ token, company }, { sendTime, offsets, minBalance, internalNotices: false });
    const invoices = Array.from({ length: 5 }, (_, number): Owed => {
      // Ends of months first, then days that step through the year.
      const month = String(((place + number * 5) % 12) + 1).padStart(2, '0');
      const end = new Date(Date.UTC(YEAR, Number(month), 0)).getUTCDate();
      const dueDate =
        number < 3
          ? `${YEAR}-${month}-${end - number}`
          : dateOf(dayNumber(`${YEAR}-01-02`) + ((place * 37 + number * 101) % 360));
      return {
        id: newId(),
        dueDate,
        status: STATUSES[(place + number) % STATUSES.length] ?? 'issued',
        balance: number === 1 ? 49.99 : 121,
      };
    });
    for (const owed of invoices) await transact(createWrites(INVOICES, documentOf(company, owed), []));
    companies.push({ id: company, sendTime, offsets, minBalance, invoices });
  }
});

afterAll(() => service.stop());

const documentOf = (companyId: CompanyId, { id, dueDate, status, balance }: Owed) => ({
  ...sampleDocument({ status, dueDate, issueDate: `${YEAR - 1}-06-01` }),
  ...{
    id,
    companyId,
    clientId: null,
    client: sampleBuyer({ email: `${id}@client.example` }),
    number: `Y-${id.slice(-8)}`,
    version: 1,
  },
  ...{
    issuedAt: `${YEAR - 1}-06-01T10:00:00.000Z`,
    amountPaid: (121 - balance).toFixed(2),
    creditedAmount: '0.00',
    balance: balance.toFixed(2),
  },
  total: '121.00',
});

/** The expected mails with recipients and times, calculated from the stops alone. */
function expected({ id, sendTime, offsets, minBalance, invoices }: Company): string[] {
  const sent: string[] = [];
  const before = new Map<string, number>();
  let due = millisOf(dateOf(dayNumber(`${YEAR}-01-01`) - 1), sendTime);
  for (const stop of stops()) {
    if (stop < due) continue;
    let day = dayNumber(shownAt(stop).slice(0, 10));
    if (millisOf(dateOf(day), sendTime) > stop) day--;
    due = millisOf(dateOf(day + 1), sendTime);
    for (const invoice of invoices) {
      if (!['issued', 'validated', 'sent_to_provider'].includes(invoice.status) || invoice.balance < minBalance) continue;
      const reached = offsets.filter(offset => dayNumber(invoice.dueDate) + offset <= day);
      const offset = Math.max(...reached);
      if (reached.length === 0 || dayNumber(invoice.dueDate) + offset < day - 2 || (before.get(invoice.id) ?? -99) >= offset)
        continue;
      before.set(invoice.id, offset);
      const last = offsets.at(-1);
      const type = offset <= 0 ? 'payment_reminder' : offset === last ? 'final_notice' : 'overdue_reminder';
      sent.push([id, invoice.id, type, offset, shownAt(stop)].join(' '));
    }
  }
  return sent;
}

interface Sent {
  data: { documentId: string; sentAt: string; metadata: { reminderType: string; offsetDays: number } };
}

const actual = async (id: string): Promise<string[]> =>
  (await queryItems<Sent>({ partition: companyPartition(companyScope(id)), beginsWith: 'INVMAIL#' })).map(({ data }) =>
    [id, data.documentId, data.metadata.reminderType, data.metadata.offsetDays, shownAt(Date.parse(data.sentAt))].join(' '),
  );

it('sends what the settings and the calendar say: company, invoice, type, offset, day and local time', async () => {
  const startedAt = performance.now();
  const { run } = reminderCalls(() => service);
  for (const stop of stops()) {
    service.runtime.clock.set(new Date(stop).toISOString());
    await run();
  }
  const wanted = companies.flatMap(expected).sort();
  const sent = (await Promise.all(companies.map(({ id }) => actual(id)))).flat().sort();
  expect(wanted.length).toBeGreaterThan(4 * COMPANIES);
  expect(sent).toEqual(wanted);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`${wanted.length} reminders of ${COMPANIES} companies at ${stops().length} stops of a year, in ${seconds} s`);
});
