import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { bulkConvert, convertNote, delivering, detailOfNote, noteIn, useDelivering } from '../../support/delivery-notes.ts';
import { detailOf } from '../../support/invoices.ts';
import { idsOf, issuedCopies } from './bulk-calls.ts';

const { service, scope } = useDelivering();

describe('POST /delivery-notes/{uuid}/convert (DLN-33 to DLN-39)', () => {
  it('201 with a draft invoice that has all data of the note', async () => {
    const texts = {
      notes: 'Notă',
      deliveryLocation: 'Cluj',
      deputyName: 'Ion',
      deputyIdentityCard: 'CJ 1',
      deputyAuto: 'CJ01ABC',
    };
    const [note] = await issuedCopies(service(), scope, 1, texts);
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

describe('POST /delivery-notes/bulk-convert (DLN-40 to DLN-44)', () => {
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
      despatchAdviceReference: notes.map(({ number }) => number).join(', '),
      ublExtensions: { invoicePeriod: { startDate: addDays(today(), -2), endDate: today() } },
    });
  });

  it('404 when one does not exist, and nothing is converted', async () => {
    const notes = await issuedCopies(service(), scope, 2);
    expect((await bulkConvert(service(), scope, [...idsOf(notes), randomUUID()])).status).toBe(404);
    expect((await detailOfNote(service(), scope, notes[0]!.uuid)).status).toBe('issued');
  });

  it('422 for other clients, other currencies and other statuses, with reason and conflictingIds', async () => {
    const [first] = await issuedCopies(service(), scope, 1);
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
