import { describe, expect, it } from 'vitest';
import { declarable, newNote, noteIn, UIT, useDelivering } from '../../support/delivery-notes.ts';
import { pdfText } from '../../support/files.ts';
import { call } from '../../support/invoices.ts';
import { setTransportState } from '../../support/transport.ts';
import { DEPTH } from '../../support/effort.ts';

const { service, scope } = useDelivering();

const pdf = (uuid: string, query = '') => call<Buffer>(service(), scope, 'GET', `/delivery-notes/${uuid}/pdf${query}`);

describe('GET /delivery-notes/{uuid}/pdf (DLN-45)', () => {
  it('200 with the PDF as an attachment: goods, quantities, delegate, vehicle', async () => {
    const { uuid, number } = await noteIn(service(), scope, 'issued', { deputyName: 'Ion Pop', deputyAuto: 'CJ01ABC' });
    const { status, body, headers } = await pdf(uuid);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toContain(`attachment; filename="aviz-${number}.pdf"`);
    const text = await pdfText(body);
    for (const said of ['Aviz de însoțire', number, 'Cărămidă', 'Ion Pop', 'CJ01ABC', '121,00', 'Urmează factură'])
      expect(text).toContain(said);
  });

  it.each([
    ['?hideVat=true', ['100,00'], ['121,00', '21,00']],
    ['?hidePrices=true', ['Cărămidă'], ['100,00', '50,00', '121,00']],
  ])('%s', async (query, shown, hidden) => {
    const { uuid } = await noteIn(service(), scope, 'issued', { invoiceFollows: false });
    const text = await pdfText((await pdf(uuid, query)).body);
    for (const said of [...shown, 'Nu urmează factură']) expect(text).toContain(said);
    for (const said of hidden) expect(text).not.toContain(said);
  });

  it('a draft has a watermark; 422 for hideVat=yes', async () => {
    const { uuid } = await newNote(service(), scope);
    expect(await pdfText((await pdf(uuid)).body)).toContain('CIORNĂ');
    expect((await pdf(uuid, '?hideVat=yes')).status).toBe(422);
  });

  it.runIf(DEPTH)('shows prices and VAT where neither is hidden', async () => {
    const { uuid } = await noteIn(service(), scope, 'issued', { invoiceFollows: false });
    const text = await pdfText((await pdf(uuid, '?hidePrices=false&hideVat=false')).body);
    for (const said of ['121,00', 'Nu urmează factură']) expect(text).toContain(said);
  });

  it.runIf(DEPTH)(
    'shows the identifier of a transport that was declared after the PDF was made, and its later status',
    async () => {
      const { uuid } = await noteIn(service(), scope, 'issued', declarable(scope));
      const textOf = async (): Promise<string> => pdfText((await pdf(uuid, '?hidePrices=true')).body);
      expect(await textOf()).not.toContain('UIT');
      const identified = { etransportStatus: 'ok', etransportUit: UIT, etransportValidUntil: '2030-01-05' } as const;
      await setTransportState(scope, uuid, identified);
      const declared = await textOf();
      for (const said of ['Cod UIT', UIT, 'Valabil până la 05.01.2030', 'CJ12ABC']) expect(declared).toContain(said);
      await setTransportState(scope, uuid, { etransportDeletedAt: '2030-01-02T08:00:00.000Z' });
      expect(await textOf()).toContain('UIT anulat');
    },
  );

  it.runIf(DEPTH)('is the same file after a change of the transport', async () => {
    const note = await noteIn(service(), scope, 'issued', declarable(scope));
    const generatedAt = async (): Promise<string | null> =>
      (await service().api('GET', `/api/v1/delivery-notes/${note.uuid}/pdf`, scope)).headers.get('x-generated-at');
    const before = await generatedAt();
    await call(service(), scope, 'PATCH', `/delivery-notes/${note.uuid}/etransport`, {
      etransportTrailer1: 'CJ13ABC',
      lines: [{ uuid: note.lines[0]!.uuid, netWeight: 1 }],
    });
    expect(before).not.toBeNull();
    expect(await generatedAt()).toBe(before);
  });
});
