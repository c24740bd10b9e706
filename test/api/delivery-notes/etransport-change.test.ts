import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NEVER_SUBMITTED, NO_TRANSPORT_OF_LINE } from '#shared/model/transport.ts';
import { declarable, delivering, detailOfNote, newNote, noteIn, transport, useDelivering } from '../../support/delivery-notes.ts';
import type { Answered, DeliveryNote, Refusal, SeriesAudit } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';

const { service, scope } = useDelivering();

const change = (uuid: string, body: object): Promise<Answered<DeliveryNote & Refusal>> =>
  call(service(), scope, 'PATCH', `/delivery-notes/${uuid}/etransport`, body);
const issued = () => noteIn(service(), scope, 'issued', declarable(scope));

describe('PATCH /delivery-notes/{uuid}/etransport (TRN-13 to TRN-15)', () => {
  it('changes the given fields, clears those that are null and keeps the rest', async () => {
    const note = await issued();
    const { status, body } = await change(note.uuid, {
      ...{ etransportVehicleNumber: 'b 99 xyz', etransportEndCounty: null, etransportEndBorderPoint: 4 },
    });
    const changed = { etransportVehicleNumber: 'B99XYZ', etransportEndCounty: null, etransportEndBorderPoint: 4 };
    expect([status, body]).toMatchObject([200, { status: 'issued', ...transport(), ...changed, ...NEVER_SUBMITTED }]);
    expect(body.events[0]).toMatchObject({ details: 'Transport data of the delivery note updated' });
    const { events, updatedAt: _, ...kept } = note;
    expect(body).toMatchObject({ ...kept, ...changed });
    expect(body.events).toHaveLength(events.length + 1);
    expect(await detailOfNote(service(), scope, note.uuid)).toEqual(body);
  });

  it('replaces the transport fields of a line, and nothing else of it', async () => {
    const [line] = declarable(scope).lines;
    const note = await noteIn(
      service(),
      scope,
      'issued',
      declarable(scope, { lines: [line, { ...line, description: 'Ceapă' }] }),
    );
    const [first, second] = note.lines;
    const stated = { uuid: second!.uuid, netWeight: 5, description: 'Mere', quantity: 9 };
    const { body } = await change(note.uuid, { lines: [stated] });
    expect(body.lines).toEqual([first, { ...second, ...NO_TRANSPORT_OF_LINE, netWeight: '5.00' }]);
    expect(body.total).toBe(note.total);
  });

  it('ignores other fields', async () => {
    const note = await issued();
    const { status, body } = await change(note.uuid, { notes: 'Altele', etransportStatus: 'ok', etransportPostIncident: true });
    expect([status, body]).toMatchObject([200, { notes: note.notes, etransportStatus: null, etransportPostIncident: true }]);
    expect((await change(note.uuid, { notes: 'Altele' })).status).toBe(422);
    expect((await change(note.uuid, {})).status).toBe(422);
  });

  it('422 with the field, and nothing changes', async () => {
    const note = await issued();
    const uuid = note.lines[0]!.uuid;
    for (const [field, wrong] of [
      ['lines.0.uuid', { lines: [{ uuid: randomUUID() }] }],
      ['lines.1.uuid', { lines: [{ uuid }, { uuid }] }],
    ] as const) {
      const { status, body } = await change(note.uuid, wrong);
      expect([status, Object.keys(body.error.details ?? {})]).toEqual([422, [field]]);
    }
    expect(await detailOfNote(service(), scope, note.uuid)).toEqual(note);
  });

  it('409 for a draft, before its body is validated', async () => {
    const { uuid } = await newNote(service(), scope);
    const { status, body } = await change(uuid, { etransportStartCounty: 99 });
    expect([status, body.error]).toMatchObject([409, { code: 'conflict', details: { status: 'draft', reason: 'not_issued' } }]);
  });

  it('the audit of the series finds the chain intact', async () => {
    const own = await delivering(service());
    const note = await noteIn(service(), own, 'issued', declarable(own));
    await call(service(), own, 'PATCH', `/delivery-notes/${note.uuid}/etransport`, {
      ...{ etransportTrailer1: 'CJ13ABC', lines: [{ uuid: note.lines[0]!.uuid, netWeight: 1 }] },
    });
    const { body } = await call<SeriesAudit>(service(), own, 'GET', `/document-series/${note.documentSeriesId}/audit`);
    expect(body).toMatchObject({ count: 1, chainHolds: true, problems: [] });
  });
});
