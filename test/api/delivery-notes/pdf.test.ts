import { describe, expect, it } from 'vitest';
import { newNote, noteIn, useDelivering } from '../../support/delivery-notes.ts';
import { pdfText } from '../../support/files.ts';
import { call } from '../../support/invoices.ts';

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
});
