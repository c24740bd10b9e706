import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../support/invoices.ts';
import { newProforma, type Offering, offering, proformaIn } from '../../support/proformas.ts';
import { useService } from '../../support/service.ts';
import { pdfText } from '../../support/files.ts';

const service = useService();
let scope: Offering;

beforeAll(async () => {
  scope = await offering(service());
});

const pdf = (uuid: string, query = '') => call<Buffer>(service(), scope, 'GET', `/proforma-invoices/${uuid}/pdf${query}`);

describe('GET /proforma-invoices/{uuid}/pdf (PRO-25)', () => {
  it('200 with the PDF, which says that it is no fiscal document', async () => {
    const { uuid, number } = await proformaIn(service(), scope, 'sent');
    const { status, body, headers } = await pdf(uuid);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toContain(`filename="proforma-${number}.pdf"`);
    const text = await pdfText(body);
    for (const said of ['Factură proformă', number, 'nu este document fiscal', 'Valabilă până la', 'Consultanță', '121,00'])
      expect(text).toContain(said);
    expect(text).not.toContain('CIORNĂ');
  });

  it('a draft and a cancelled proforma have a watermark', async () => {
    const { uuid } = await newProforma(service(), scope, { language: 'en' });
    expect(await pdfText((await pdf(uuid, '?disposition=attachment')).body)).toContain('DRAFT');
    const cancelled = await proformaIn(service(), scope, 'cancelled');
    expect(await pdfText((await pdf(cancelled.uuid)).body)).toContain('ANULATĂ');
  });
});
