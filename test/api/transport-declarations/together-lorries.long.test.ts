import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DeliveryNote } from '../../support/contract.ts';
import { useTransports } from '../../support/transport.ts';
import { togetherCalls, values } from './together-calls.ts';

const transports = useTransports();
const { service, scope, declarableNote, act, followUp, read, received, declarations } = transports;
const { together, declaration, lastXml } = togetherCalls(transports);

const partOf = (note: DeliveryNote, line: object) => ({
  deliveryNoteId: note.uuid,
  lines: [{ uuid: note.lines[0]?.uuid, ...line }],
});

describe('POST /transport-declarations', () => {
  it('two lorries of one note: each has a UIT, with its part of the goods in proportion', async () => {
    const note = await declarableNote();
    const lorry = async (line: object, vehicleNumber: string) => {
      const { body } = await together([partOf(note, line)], { vehicleNumber });
      await service().advance('PT10M');
      return { ...(await declaration(body.uuid)), xml: await lastXml() };
    };
    const first = await lorry({ quantity: 900 }, 'B 1 AAA');
    expect([values(first.xml, 'cantitate'), values(first.xml, 'valoareLeiFaraTva')]).toEqual([['900'], ['2700.00']]);
    expect([values(first.xml, 'greutateNeta'), values(first.xml, 'greutateBruta')]).toEqual([['900.00'], ['945.38']]);
    const second = await lorry({ quantity: '300', netWeight: '310', grossWeight: '320', valueWithoutVat: '901' }, 'B2BBB');
    expect([values(second.xml, 'cantitate'), values(second.xml, 'valoareLeiFaraTva').map(Number)]).toEqual([['300'], [901]]);
    expect([values(second.xml, 'greutateNeta').map(Number), values(second.xml, 'greutateBruta').map(Number)]).toEqual([
      [310],
      [320],
    ]);
    expect([first, second].map(({ status, vehicle }) => [status, vehicle?.vehicleNumber])).toEqual([
      ['ok', 'B1AAA'],
      ['ok', 'B2BBB'],
    ]);
    expect(first.uit).not.toBe(second.uit);
    // The note shows the last one; its history has both.
    expect(await read(note.uuid)).toMatchObject({ etransportUit: second.uit, etransportVehicleNumber: 'CJ12ABC' });
    expect((await declarations(note.uuid)).map(({ uit }) => uit)).toEqual([second.uit, first.uit]);

    // The first lorry breaks down: the note shows the second one all the time.
    await followUp(note.uuid, 'vehicle', { declarationId: first.uuid, vehicleNumber: 'B3CCC' });
    await service().advance('PT10M');
    expect((await declaration(first.uuid)).vehicle).toMatchObject({ vehicleNumber: 'B3CCC' });

    // Cancelled, it is removed from both.
    await act(note.uuid, 'cancel');
    await service().advance('PT10M');
    expect((await declarations(note.uuid)).map(({ status }) => status)).toEqual(['deleted', 'deleted']);
  });

  it('the same Idempotency-Key declares once', async () => {
    const { uuid } = await declarableNote();
    const before = (await received()).length;
    const headers = { 'idempotency-key': randomUUID() };
    const send = () =>
      service().api('POST', '/api/v1/transport-declarations', {
        ...{ ...scope, headers, body: { deliveryNotes: [{ deliveryNoteId: uuid }] } },
      });
    const [first, second] = [await send(), await send()];
    expect([second.status, second.headers.get('idempotent-replayed'), second.body]).toEqual([201, 'true', first.body]);
    await service().advance('PT10M');
    expect((await received()).length).toBe(before + 1);
  });
});
