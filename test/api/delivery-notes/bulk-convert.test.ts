import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { today } from '../../../shared/kernel/clock.ts';
import { addDays } from '../../../shared/kernel/dates.ts';
import type { DeliveryNote, InvoiceList } from '../../support/contract.ts';
import {
  bulkConvert,
  convertNote,
  type Delivering,
  delivering,
  detailOfNote,
  noteIn,
  useDelivering,
} from '../../support/delivery-notes.ts';
import { places, sized } from '../../support/effort.ts';
import { call, detailOf } from '../../support/invoices.ts';
import { readDeliveryNote } from '../../../shared/delivery-notes/read.ts';
import { DELIVERY_NOTES } from '../../../shared/delivery-notes/store.ts';
import { createWrites } from '../../../shared/documents/store.ts';
import { newId } from '../../../shared/kernel/ids.ts';
import { companyScope } from '../../../shared/store/table.ts';
import { transact } from '../../../shared/store/transact.ts';
import { useOwnService } from '../../support/service.ts';

const { service, scope } = useDelivering(useOwnService());

/** Copies of an issued note, as its issue leaves it: what is shown here is not how their numbers are taken. */
async function issued(own: Delivering, count: number, overrides: object = {}): Promise<DeliveryNote[]> {
  const first = await noteIn(service(), own, 'issued', overrides);
  const { document } = (await readDeliveryNote(companyScope(own.company), first.uuid))!;
  const copies = Array.from({ length: count - 1 }, (_, place) => ({
    ...document,
    id: newId(),
    version: 1,
    number: `COPY-${place}`,
  }));
  for (const copy of copies) await transact(createWrites(DELIVERY_NOTES, copy, []));
  return [first, ...copies.map(({ id, number }) => ({ ...first, uuid: id, number }))];
}
const idsOf = (notes: readonly DeliveryNote[]): string[] => notes.map(({ uuid }) => uuid);
const invoicesOf = async (own: Delivering): Promise<number> =>
  (await call<InvoiceList>(service(), own, 'GET', '/invoices')).body.total;

describe('POST /delivery-notes/{uuid}/convert (completions-documents §6.2)', () => {
  it('201 with a draft invoice that has everything of the note', async () => {
    const texts = {
      notes: 'Notă',
      deliveryLocation: 'Cluj',
      deputyName: 'Ion',
      deputyIdentityCard: 'CJ 1',
      deputyAuto: 'CJ01ABC',
    };
    const [note] = await issued(scope, 1, texts);
    const { status, body } = await convertNote(service(), scope, note!.uuid);
    expect(status).toBe(201);
    expect(body.invoice).toMatchObject({
      ...{ status: 'draft', invoiceTypeCode: '380', clientId: scope.clientId, total: 121, ...texts },
      ...{ deliveryNoteId: note!.uuid, deliveryNoteReference: note!.number, despatchAdviceReference: note!.number },
      ublExtensions: { delivery: { actualDeliveryDate: note!.issueDate } },
    });
    expect(body.deliveryNote).toMatchObject({
      uuid: note!.uuid,
      status: 'converted',
      convertedInvoiceId: body.invoice.id,
      convertedInvoiceNumber: null,
    });
  });
});

describe('POST /delivery-notes/bulk-convert (interface.md §bulk-convert rules)', () => {
  it('201 with one draft invoice: the lines of all in order, the latest due date, and every note converted', async () => {
    const own = await delivering(service());
    const notes = [
      await noteIn(service(), own, 'issued', { dueDate: addDays(today(), 30), issueDate: addDays(today(), -2) }),
      await noteIn(service(), own, 'issued', {
        lines: [{ description: 'Nisip', quantity: 1, unitPrice: 10, vatRateId: own.vat21 }],
      }),
    ];
    const { status, body } = await bulkConvert(service(), own, idsOf(notes));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{
        status: 'draft',
        direction: 'outgoing',
        isCreditNote: false,
        clientId: own.clientId,
        currency: 'RON',
        exchangeRate: 1,
      },
      ...{ issueDate: today(), dueDate: addDays(today(), 30), subtotal: '110.00', vatAmount: '23.10', total: '133.10' },
      ...{ deliveryNoteIds: idsOf(notes), number: expect.stringMatching(/^DRAFT-/) },
      lines: [{ description: 'Cărămidă' }, { description: 'Nisip' }],
    });
    for (const { uuid } of notes)
      expect(await detailOfNote(service(), own, uuid)).toMatchObject({ status: 'converted', convertedInvoiceId: body.uuid });
    expect(await detailOf(service(), own, body.uuid)).toMatchObject({
      ...{ deliveryNoteIds: idsOf(notes), total: 133.1 },
      ublExtensions: { invoicePeriod: { startDate: addDays(today(), -2), endDate: today() } },
    });
  });

  it.each([
    ['one id', () => [randomUUID()]],
    ['an id twice', () => Array.from({ length: 2 }, () => 'b0b7a2a4-0000-4000-8000-000000000001')],
    ['101 ids', () => Array.from({ length: 101 }, () => randomUUID())],
  ])('422 for %s', async (_, ids) => {
    expect((await bulkConvert(service(), scope, ids())).status).toBe(422);
  });

  it('404 when one is not there, and nothing is converted', async () => {
    const notes = await issued(scope, 2);
    expect((await bulkConvert(service(), scope, [...idsOf(notes), randomUUID()])).status).toBe(404);
    expect((await detailOfNote(service(), scope, notes[0]!.uuid)).status).toBe('issued');
  });

  it('422 for other clients, other currencies and other statuses, with reason and conflictingIds', async () => {
    const [first] = await issued(scope, 1);
    const person = { type: 'individual', cui: null, name: 'Alt client', city: 'Iași', county: 'Iași', country: 'RO' };
    const other = await noteIn(service(), scope, 'issued', { clientId: (await service().newClient(scope, person)).id });
    const foreign = await noteIn(service(), scope, 'issued', { currency: 'EUR', exchangeRate: 5 });
    const draft = await noteIn(service(), scope, 'draft');
    for (const [note, reason] of [
      [other, 'different_clients'],
      [foreign, 'different_currencies'],
      [draft, 'not_issued'],
    ] as const) {
      const { status, body } = await bulkConvert(service(), scope, [first!.uuid, note.uuid]);
      expect([status, body.error.code, body.error.details]).toEqual([
        422,
        'validation_error',
        { reason, conflictingIds: [note.uuid] },
      ]);
    }
  });
});

/** Made at once on the same notes; every fifth is a bulk conversion. */
const ATTEMPTS = sized(20, 50);

/** Of each note: with 50, an invoice of 5,000 lines is about as much as one transaction takes. */
const LINES = sized(2, 50);
const lines = (own: Delivering, count = LINES) =>
  Array.from({ length: count }, (_, place) => ({
    description: `Poziția ${place + 1}`,
    quantity: 1,
    unitPrice: 1,
    vatRateId: own.vat21,
  }));

describe('more notes than one transaction takes (docs/adr/0003-bulk-conversion.md)', () => {
  it(`100 notes of ${LINES} lines become one invoice, and a repetition makes no other`, async () => {
    const own = await delivering(service());
    const notes = await issued(own, 100, { lines: lines(own) });
    const headers = { 'idempotency-key': randomUUID() };
    const send = () =>
      service().api('POST', '/api/v1/delivery-notes/bulk-convert', { ...own, headers, body: { ids: idsOf(notes) } });
    const first = await send();
    expect(first.status).toBe(201);
    const made = first.body as { uuid: string; lines: unknown[]; total: string };
    expect([made.lines.length, made.total]).toEqual([100 * LINES, (121 * LINES).toFixed(2)]);
    expect((await send()).body).toEqual(first.body);
    expect(await invoicesOf(own)).toBe(1);
    const after = await Promise.all(notes.map(({ uuid }) => detailOfNote(service(), own, uuid)));
    expect(new Set(after.map(({ status, convertedInvoiceId }) => `${status} ${convertedInvoiceId}`))).toEqual(
      new Set([`converted ${made.uuid}`]),
    );
  }, 120_000);

  // With the fourth, the conversion is decided, but no note is marked yet.
  it.each([...new Set([...places(12, 12), 4])])(
    'a process that dies at its write %i leaves all notes converted and one invoice, or nothing',
    async call => {
      const own = await delivering(service());
      const notes = await issued(own, 50);
      service().runtime.faults.crash({
        call,
        when: 'after',
        name: 'delivery-notes-bulk-convert',
        operation: 'dynamodb.TransactWriteItems',
      });
      await bulkConvert(service(), own, idsOf(notes));
      service().runtime.faults.clear();
      const invoices = await invoicesOf(own);
      const shown = await Promise.all(notes.map(({ uuid }) => detailOfNote(service(), own, uuid)));
      // Readers see all or nothing at once …
      expect(new Set(shown.map(({ status }) => status))).toEqual(new Set([invoices === 1 ? 'converted' : 'issued']));
      // … and soon nothing is reserved any more: what was not converted can be.
      await service().advance('PT10M');
      const { status } = await bulkConvert(service(), own, idsOf(notes));
      expect(status).toBe(invoices === 1 ? 422 : 201);
      expect(await invoicesOf(own)).toBe(1);
    },
    60_000,
  );

  it(`${ATTEMPTS} attempts of both kinds on overlapping notes convert each at most once, and none half`, async () => {
    const own = await delivering(service());
    const notes = idsOf(await issued(own, 60));
    const attempts = Array.from({ length: ATTEMPTS }, (_, place) =>
      place % 5 === 0
        ? bulkConvert(service(), own, notes.slice(place % 3, 50 + (place % 11)))
        : convertNote(service(), own, notes[(place * 7) % 60]!),
    );
    const answers = await Promise.all(attempts);
    // 503: too many wanted the same notes at once, and nothing was done.
    expect(answers.filter(({ status }) => ![201, 409, 422, 503].includes(status)).map(({ status }) => status)).toEqual([]);
    expect(answers.some(({ status }) => status === 201)).toBe(true);
    await service().advance('PT10M');
    const after = await Promise.all(notes.map(uuid => detailOfNote(service(), own, uuid)));
    const converted = new Map(after.map(note => [note.uuid, note.convertedInvoiceId]));
    let counted = 0;
    for (const { status, body } of answers) {
      if (status !== 201) continue;
      const [made, of] = 'invoice' in body ? [body.invoice.id, [body.deliveryNote.uuid]] : [body.uuid, body.deliveryNoteIds];
      for (const uuid of of) expect(converted.get(uuid)).toBe(made);
      counted += of.length;
    }
    expect(after.filter(({ status }) => status === 'converted')).toHaveLength(counted);
  }, 120_000);
});
