import { describe, expect, it } from 'vitest';
import { declarable, noteIn, UIT, useDelivering } from '../../support/delivery-notes.ts';
import { pdfText } from '../../support/files.ts';
import { call } from '../../support/invoices.ts';
import { setTransportState } from '../../support/transport.ts';

const { service, scope } = useDelivering();

const pdf = (uuid: string, query = '') => call<Buffer>(service(), scope, 'GET', `/delivery-notes/${uuid}/pdf${query}`);

describe('GET /delivery-notes/{uuid}/pdf (DLN-45)', () => {
  it('shows prices and VAT where neither is hidden', async () => {
    const { uuid } = await noteIn(service(), scope, 'issued', { invoiceFollows: false });
    const text = await pdfText((await pdf(uuid, '?hidePrices=false&hideVat=false')).body);
    for (const said of ['121,00', 'Nu urmează factură']) expect(text).toContain(said);
  });

  it('shows the identifier of a transport that was declared after the PDF was made, and its later status', async () => {
    const { uuid } = await noteIn(service(), scope, 'issued', declarable(scope));
    const textOf = async (): Promise<string> => pdfText((await pdf(uuid, '?hidePrices=true')).body);
    expect(await textOf()).not.toContain('UIT');
    const identified = { etransportStatus: 'ok', etransportUit: UIT, etransportValidUntil: '2030-01-05' } as const;
    await setTransportState(scope, uuid, identified);
    const declared = await textOf();
    for (const said of ['Cod UIT', UIT, 'Valabil până la 05.01.2030', 'CJ12ABC']) expect(declared).toContain(said);
    await setTransportState(scope, uuid, { etransportDeletedAt: '2030-01-02T08:00:00.000Z' });
    expect(await textOf()).toContain('UIT anulat');
  });

  it('is the same file after a change of the transport', async () => {
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
