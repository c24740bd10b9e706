import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expecting } from '../../infra/local/api-client.ts';
import { loadCatalogue } from '../../infra/catalogue.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition } from '#shared/platform/store/table.ts';
import type { RecurringInvoice } from '../support/contract.ts';
import { ALL } from '../support/effort.ts';
import { keyWith, whoAmI } from '../support/members.ts';
import { publishRates } from '../support/recurring/rates.ts';
import { type Recurring, recurring, recurringIn } from '../support/recurring/templates.ts';
import { type Service, startService } from '../support/service.ts';
import { dateOf, dayNumber, YEAR } from '../support/year/calendar.ts';
import {
  expectedOf,
  FIRST_DAY,
  isPublicationDay,
  isToggledAt,
  type Issued,
  LAST_DAY,
  publishedOn,
  stops,
  type Template,
} from '../support/year/recurring.ts';
import { COMPANIES, TEMPLATES } from '../support/year/recurring-templates.ts';

/**
 * * A leap year of recurring invoices: what the system issues and mails automatically, on a clock that is turned through it, equals what
 * test/support/year calculates day by day. On days that matter (ends of months, changes of summer time) the clock stops before and at the
 * times that count; between them days are left out, twice for weeks, as when nothing runs.
 */

/** Simultaneously, while the companies are created. */
const AT_ONCE = 10;
const STOPS = stops();

let service: Service;
let scopes: Recurring[];
/** The templates' ids, in their order. */
let ids: string[];

beforeAll(async () => {
  const all = await loadCatalogue();
  const running = ['schedules-recurring-invoices', 'schedules-scheduled-emails'];
  const background = all.background.filter(({ name }) => !name.startsWith('schedules-') || running.includes(name));
  service = await startService({ catalogue: { ...all, background } });
  const user = await service.newUser();
  const { organization } = await whoAmI(service, user);
  await service.api('PUT', `/_local/plans/${organization.id}`, { body: { plan: 'business' } });
  const token = await keyWith(service, user, PERMISSIONS);
  const { clock } = service.runtime;
  clock.freeze(true);
  clock.set(new Date((STOPS[0] ?? 0) - 60_000).toISOString());
  for (let day = FIRST_DAY - 7; day <= LAST_DAY; day++)
    if (isPublicationDay(day)) await publishRates(dateOf(day), { EUR: publishedOn(day) });
  scopes = await inBatches([...Array(COMPANIES).keys()], async place => {
    const cif = String(20_000_000 + place);
    const { company } = await service.newCompany({ ...user, token }, { cif, vatCode: `RO${cif}` });
    const scope = { token, company };
    return recurringIn(service, { ...scope, clientId: (await service.newClient(scope)).id });
  });
  ids = await inBatches(TEMPLATES, async template => {
    const scope = scopeOf(template);
    return (await recurring(service, scope, bodyOf(template, scope))).uuid;
  });
});

afterAll(() => service.stop());

async function inBatches<Of, Made>(all: readonly Of[], make: (one: Of) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (let first = 0; first < all.length; first += AT_ONCE)
    made.push(...(await Promise.all(all.slice(first, first + AT_ONCE).map(make))));
  return made;
}

const scopeOf = ({ company }: Template): Recurring => scopes[company] as Recurring;

const bodyOf = (template: Template, { vatRateId }: Recurring) => ({
  frequency: template.frequency,
  frequencyDay: template.day,
  ...(template.month !== undefined && { frequencyMonth: template.month }),
  nextIssuanceDate: template.first,
  stopDate: template.stopDate ?? null,
  ...('days' in template.due
    ? { dueDateType: 'relative', dueDateDays: template.due.days }
    : { dueDateType: 'fixed', dueDateDays: null, dueDateFixedDay: template.due.fixedDay }),
  notes: template.notes?.written ?? null,
  ...(template.mail && {
    ...{ autoEmailEnabled: true, autoEmailTime: template.mail.time, autoEmailDayOffset: template.mail.offset },
  }),
  lines: [
    {
      ...{ description: template.description.written, quantity: 1, vatRateId },
      ...(template.priceRule === undefined
        ? { unitPrice: 100 }
        : { unitPrice: 7, priceRule: template.priceRule, referenceCurrency: 'EUR' }),
      ...(template.priceRule === 'markup' && { markupPercent: 10 }),
    },
  ],
});

const toggle = (template: Template, place: number): Promise<unknown> =>
  expecting(200, 'Switching', service.api('POST', `/api/v1/recurring-invoices/${ids[place]}/toggle`, scopeOf(template)));

/** Issues the templates that are due at a stop, sends their mails, then switches templates. */
async function passStop(stop: number, before: number | undefined): Promise<void> {
  service.runtime.clock.set(new Date(stop).toISOString());
  for (const schedule of ['recurring-invoices', 'scheduled-emails']) {
    await expecting(202, 'The schedule', service.api('POST', `/_local/schedules/${schedule}/run`));
    await service.idle();
  }
  const switched = TEMPLATES.flatMap((template, place) => (isToggledAt(template, stop, before) ? [toggle(template, place)] : []));
  await Promise.all(switched);
}

interface Header {
  id: string;
  recurringInvoiceId: string;
  status: string;
  issueDate: string;
  dueDate: string;
  notes: string | null;
}

/** The invoices of a company: one row for each, with its template. */
async function issuedIn({ company }: Recurring): Promise<[template: string, invoice: Issued][]> {
  const partition = companyPartition(company);
  const [invoices, dates, mails] = await Promise.all([
    queryItems<{ sk: string; kind: string; data: Header | { description: string; unitPrice: string }[] }>({
      partition,
      beginsWith: 'INV#',
    }),
    queryItems<{ sk: string; invoiceId: string }>({ partition, beginsWith: 'RECURRED#' }),
    queryItems<{ data: { documentId: string; sentAt: string } }>({ partition, beginsWith: 'INVMAIL#' }),
  ]);
  return invoices
    .filter(({ kind }) => kind === 'invoice')
    .map(({ sk, data }) => {
      const { id, recurringInvoiceId, issueDate, dueDate, notes } = data as Header;
      const [line] = invoices.find(item => item.sk.startsWith(`${sk}#L#`))?.data as { description: string; unitPrice: string }[];
      const sent = mails.filter(mail => mail.data.documentId === id);
      expect(sent.length, 'mails of an invoice').toBeLessThan(2);
      const scheduled = dates.filter(({ invoiceId }) => invoiceId === id).map(date => date.sk.slice(-10));
      return [
        recurringInvoiceId,
        {
          ...{ scheduled: scheduled.join(), issueDate, dueDate, notes },
          ...{ description: line?.description ?? '', unitPrice: Number(line?.unitPrice) },
          mailedAt: sent[0]?.data.sentAt ?? null,
        },
      ];
    });
}

const nameOf = ({ company, frequency, day, first }: Template): string => `${company}: ${frequency} ${day} from ${first}`;
const rowOf = (template: Template, { scheduled, issueDate, dueDate, ...rest }: Issued): string =>
  [
    nameOf(template),
    `for ${scheduled} on ${issueDate} due ${dueDate}`,
    rest.description,
    rest.notes,
    rest.unitPrice,
    rest.mailedAt,
  ].join(' | ');

describe('a leap year of recurring invoices', () => {
  const expected = TEMPLATES.map(template => expectedOf(template, STOPS));
  const wanted = TEMPLATES.flatMap((template, place) => expected[place]?.invoices.map(one => rowOf(template, one)) ?? []).sort();

  it('covers the cases that it must prove', () => {
    const all = expected.flatMap(({ invoices }) => invoices);
    const daysLate = all.map(({ scheduled, issueDate }) => dayNumber(issueDate) - dayNumber(scheduled));
    expect(wanted.length).toBeGreaterThan(ALL ? 400 : 300);
    expect(daysLate.filter(days => days === 0).length).toBeGreaterThan(150);
    expect(daysLate.filter(days => days > 60).length).toBeGreaterThan(2);
    expect(all.filter(({ scheduled }) => scheduled === `${YEAR}-02-29`).length).toBeGreaterThan(10);
    // The time that is skipped in March and the one that October has twice: each is sent at its first possible instant, in UTC.
    const mailed = new Set(all.map(({ mailedAt }) => mailedAt));
    for (const instant of [
      '03-26T01:30',
      '03-26T00:59',
      '03-26T01:00',
      '03-26T06:00',
      '10-28T23:59',
      '10-29T00:30',
      '10-29T02:00',
      '10-29T21:59',
    ])
      expect(mailed).toContain(`${YEAR}-${instant}:00.000Z`);
  });

  it('invoices have the dates, texts, prices and mails of the calendar, and each template its next date', async () => {
    const startedAt = performance.now();
    for (const [place, stop] of STOPS.entries()) await passStop(stop, STOPS[place - 1]);
    const rows = (await Promise.all(scopes.map(issuedIn))).flat().map(([id, invoice]) => {
      const template = TEMPLATES[ids.indexOf(id)];
      return template ? rowOf(template, invoice) : `of another template: ${id}`;
    });
    expect(rows.sort()).toEqual(wanted);
    await requireEnd();
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`${wanted.length} invoices of ${TEMPLATES.length} templates at ${STOPS.length} stops of a year, in ${seconds} s`);
  });

  /** Each template is at its next date, on or off. */
  async function requireEnd(): Promise<void> {
    const stand = await inBatches(TEMPLATES, async template => {
      const path = `/api/v1/recurring-invoices/${ids[TEMPLATES.indexOf(template)]}`;
      const { nextIssuanceDate, isActive } = await expecting<RecurringInvoice>(
        200,
        'A template',
        service.api('GET', path, scopeOf(template)),
      );
      return [nameOf(template), nextIssuanceDate, isActive];
    });
    expect(stand).toEqual(
      TEMPLATES.map((template, place) => [nameOf(template), expected[place]?.nextIssuanceDate, expected[place]?.isActive]),
    );
    const inLeapMonth = (day: number) => stand.filter(([name]) => String(name).includes(`: annual ${day} from ${YEAR}-02-29`));
    expect(inLeapMonth(29)).toEqual([[expect.any(String), `${YEAR + 1}-02-28`, true]]);
    expect(inLeapMonth(30)).toEqual([[expect.any(String), `${YEAR + 1}-02-28`, true]]);
  }
});
