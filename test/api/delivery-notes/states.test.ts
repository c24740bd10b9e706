import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { dottedDate } from '#shared/base/kernel/dates.ts';
import type { Answered, DeliveryNote, Refusal } from '../../support/contract.ts';
import {
  actOnNote,
  convertNote,
  delivering,
  deliveryNoteBody,
  detailOfNote,
  newNote,
  noteIn,
  useDelivering,
} from '../../support/delivery-notes.ts';
import { call } from '../../support/invoices.ts';
import { newProforma, offering } from '../../support/proformas.ts';

const { service, scope } = useDelivering();

type Status = DeliveryNote['status'];
type Action = 'update' | 'delete' | 'issue' | 'cancel' | 'restore' | 'storno' | 'convert';

const STATUSES: Status[] = ['draft', 'issued', 'converted', 'cancelled'];
/** The response of each action in the states where it is allowed, and its error elsewhere (DLN-16). */
const TABLE: Record<Action, { allowed: Status[]; answered: number; refused: 409 | 422 }> = {
  update: { allowed: ['draft'], answered: 200, refused: 409 },
  delete: { allowed: ['draft'], answered: 204, refused: 409 },
  issue: { allowed: ['draft'], answered: 200, refused: 409 },
  cancel: { allowed: ['draft', 'issued'], answered: 200, refused: 409 },
  restore: { allowed: ['cancelled'], answered: 200, refused: 422 },
  storno: { allowed: ['issued'], answered: 201, refused: 422 },
  convert: { allowed: ['issued'], answered: 201, refused: 409 },
};

function act(action: Action, uuid: string, body?: object): Promise<Answered<DeliveryNote & Refusal>> {
  if (action === 'update') return call(service(), scope, 'PUT', `/delivery-notes/${uuid}`, deliveryNoteBody(scope));
  if (action === 'delete') return call(service(), scope, 'DELETE', `/delivery-notes/${uuid}`);
  return actOnNote(service(), scope, uuid, action, body);
}

describe('The states of a delivery note (DLN-16)', () => {
  const CASES = (Object.keys(TABLE) as Action[]).flatMap(action =>
    STATUSES.map(status => [action, status, TABLE[action].allowed.includes(status)] as const),
  );

  it.each(CASES.filter(([, , allowed]) => allowed))('%s of a note in status %s', async (action, status) => {
    const { uuid } = await noteIn(service(), scope, status);
    expect((await act(action, uuid)).status).toBe(TABLE[action].answered);
  });

  it.each(STATUSES)('every other action on a note in status %s is rejected, and changes nothing', async status => {
    const before = await noteIn(service(), scope, status);
    for (const [action] of CASES.filter(([, of, allowed]) => of === status && !allowed)) {
      const answer = await act(action, before.uuid);
      const { refused } = TABLE[action];
      const code = refused === 409 ? 'conflict' : 'validation_error';
      expect([answer.status, answer.body.error.code], action).toEqual([refused, code]);
      expect(answer.body.error.details, action).toMatchObject({ status, reason: expect.any(String) });
    }
    expect(await detailOfNote(service(), scope, before.uuid)).toEqual(before);
  });
});

describe('POST …/issue (DLN-20 to DLN-23)', () => {
  it('assigns the next number of the default series permanently', async () => {
    const own = await delivering(service());
    const draft = await newNote(service(), own);
    const { body } = await actOnNote(service(), own, draft.uuid, 'issue');
    expect(body).toMatchObject({ status: 'issued', number: 'AVZ-001', issuedAt: expect.any(String), series: { nextNumber: 2 } });
    const again = await actOnNote(service(), own, draft.uuid, 'issue');
    expect(again.body.error.details).toMatchObject({ status: 'issued', reason: 'already_issued', issuedAt: body.issuedAt });
  });

  it('422 when the client has been deleted', async () => {
    const { id } = await service().newClient(scope, {
      type: 'individual',
      cui: null,
      name: 'Trecător',
      city: 'Iași',
      county: 'Iași',
      country: 'RO',
    });
    const { uuid } = await newNote(service(), scope, { clientId: id });
    await call(service(), scope, 'DELETE', `/clients/${id}`);
    const { status, body } = await actOnNote(service(), scope, uuid, 'issue');
    expect([status, body.error.code, Object.keys(body.error.details)]).toEqual([422, 'validation_error', ['clientId']]);
  });
});

describe('POST …/cancel and …/restore (DLN-24 to DLN-27)', () => {
  it('cancel keeps reason and notes; restore clears them, and the number returns at the next issue', async () => {
    const issued = await noteIn(service(), scope, 'issued');
    const reasons = { cancellationReason: 'Greșit', cancellationNotes: 'Client anulat' };
    const cancelled = (await actOnNote(service(), scope, issued.uuid, 'cancel', reasons)).body;
    expect(cancelled).toMatchObject({ status: 'cancelled', cancelledAt: expect.any(String), ...reasons });
    const restored = (await actOnNote(service(), scope, issued.uuid, 'restore')).body;
    expect(restored).toMatchObject({
      ...{ status: 'draft', cancelledAt: null, cancellationReason: null, cancellationNotes: null, issuedAt: null },
    });
    expect((await actOnNote(service(), scope, issued.uuid, 'issue')).body.number).toBe(issued.number);
  });

  it('409 for a converted note names invoice and timestamps', async () => {
    const note = await noteIn(service(), scope, 'converted');
    await call(service(), scope, 'POST', `/invoices/${note.convertedInvoiceId}/issue`);
    const { convertedInvoiceNumber } = await detailOfNote(service(), scope, note.uuid);
    const { status, body } = await actOnNote(service(), scope, note.uuid, 'cancel');
    expect([status, body.error.details]).toEqual([
      409,
      {
        ...{ status: 'converted', reason: 'already_converted', convertedAt: note.convertedAt },
        ...{ convertedInvoiceId: note.convertedInvoiceId, convertedInvoiceNumber },
      },
    ]);
    expect(convertedInvoiceNumber).toMatch(/-\d+$/);
  });

  it('409 for a cancelled note has cancelledAt', async () => {
    const note = await noteIn(service(), scope, 'cancelled');
    const { body } = await actOnNote(service(), scope, note.uuid, 'cancel');
    expect(body.error.details).toMatchObject({ status: 'cancelled', reason: 'already_cancelled', cancelledAt: note.cancelledAt });
  });
});

describe('POST …/storno (DLN-30 to DLN-32)', () => {
  it('201 with a draft that takes everything back; the source stays issued', async () => {
    const source = await noteIn(service(), scope, 'issued', { notes: 'Notă', deputyName: 'Ion' });
    const { status, body } = await actOnNote(service(), scope, source.uuid, 'storno');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ status: 'draft', number: expect.stringMatching(/^DRAFT-/), issueDate: today(), dueDate: source.dueDate },
      ...{ subtotal: '-100.00', vatAmount: '-21.00', total: '-121.00', returnOf: { uuid: source.uuid, number: source.number } },
      notes: `Storno la avizul ${source.number} din ${dottedDate(source.issueDate)}`,
      lines: [{ quantity: '-2.00', unitPrice: '50.00', total: '-121.00' }],
    });
    expect(body.uuid).not.toBe(source.uuid);
    expect(body.lines[0]!.uuid).not.toBe(source.lines[0]!.uuid);
    expect(await detailOfNote(service(), scope, source.uuid)).toEqual(source);
    const issued = await actOnNote(service(), scope, body.uuid, 'issue');
    expect(issued.body.number).not.toBe(source.number);
    const converted = await convertNote(service(), scope, body.uuid);
    expect([converted.status, Object.keys(converted.body.error.details)]).toEqual([422, ['lines']]);
  });
});

describe('POST /delivery-notes/from-proforma (DLN-14, DLN-15)', () => {
  const fromProforma = (proformaId: unknown): Promise<Answered<DeliveryNote & Refusal>> =>
    call(service(), scope, 'POST', '/delivery-notes/from-proforma', { proformaId });

  it('copies client, currency, due date, notes, lines, place and project; today, default series', async () => {
    const own = await offering(service(), scope);
    const texts = { notes: 'Notă', deliveryLocation: 'Cluj', projectReference: 'P-1' };
    const proforma = await newProforma(service(), own, { ...texts, currency: 'EUR', exchangeRate: 5 });
    const { status, body } = await fromProforma(proforma.uuid);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ status: 'draft', clientId: proforma.clientId, currency: 'EUR', exchangeRate: 5, issueDate: today(), ...texts },
      ...{ dueDate: proforma.dueDate, total: proforma.total, proformaId: proforma.uuid },
      lines: [{ description: 'Consultanță', quantity: '2.00', unitPrice: '50.00' }],
    });
    expect(body.documentSeriesId).not.toBe(proforma.seriesId);
  });
});
