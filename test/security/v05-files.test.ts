import { beforeAll, describe, expect, test } from 'vitest';
import type { Attachment, Invoice, Series } from '../support/contract.ts';
import { FILES, formWith, PDF } from '../support/files.ts';
import { call } from '../support/invoices.ts';
import { newProforma, offering } from '../support/proformas.ts';
import { useTrader } from '../support/trader.ts';

/** Files with names that a program would execute, or that lead out of the folder of downloads. */
const { service, scope, request, draft, act } = useTrader();

const text = (content: string): Uint8Array => Buffer.from(content);

describe('V5.2.2 an attachment has an extension that fits its content, whatever its name', () => {
  let id: string;
  beforeAll(async () => {
    ({ id } = await draft());
  });

  test.each([
    ['run.js', text('WScript.Echo(1)'), 'run.js.txt'],
    ['factura.hta', text('<hta:application/>'), 'factura.hta.xml'],
    ['x.html', text('hello <img src=x onerror=alert(1)>'), 'x.html.txt'],
    ['x.exe', PDF, 'x.exe.pdf'],
    ['x.url', text('[InternetShortcut]\nURL=https://evil.example'), 'x.url.txt'],
    ['a.pdf', FILES['a.png']?.bytes ?? PDF, 'a.pdf.png'],
    ['start.bat ', text('calc'), 'start.bat.txt'],
    ['CON.txt', text('calc'), '_CON.txt'],
  ])('%s', async (name, bytes, stored) => {
    const path = `/invoices/${id}/attachments`;
    const added = await call<Attachment>(service(), scope, 'POST', path, formWith(bytes, name));
    expect([added.status, added.body.filename]).toEqual([201, stored]);
    const { headers } = await request('GET', `${path}/${added.body.id}`);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${stored}"`);
  });
});

test.each([
  ['../../../etc/cron.d/x.pdf', 'x.pdf'],
  ['..\\..\\Startup\\x.pdf', 'x.pdf'],
  ['/x.pdf', 'x.pdf'],
  ['x"; filename="y.exe', 'x-; filename=-y.exe.pdf'],
  ['x\r\nSet-Cookie: sid=1.pdf', 'xSet-Cookie- sid=1.pdf'],
  ['fdp.\u202Eexe', 'fdp.exe.pdf'],
  ['nul.pdf', '_nul.pdf'],
  ['.htaccess', '.htaccess.pdf'],
])('V5.4.1 no name of an upload adds a path, a second name or a header to its download: %j', async (name, stored) => {
  const { id } = await draft();
  const path = `/invoices/${id}/attachments`;
  const added = await call<Attachment>(service(), scope, 'POST', path, formWith(PDF, name));
  expect(added.status).toBe(201);
  const { headers } = await request('GET', `${path}/${added.body.id}`);
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${stored}"`);
  expect(headers.get('set-cookie')).toBeNull();
});

test('V5.4.1 no number of a proforma adds a path to the name of its download', async () => {
  const own = await offering(service(), scope, '../../p');
  const { uuid, number } = await newProforma(service(), own);
  expect(number).toContain('../../p');
  const { headers } = await request('GET', `/proforma-invoices/${uuid}/pdf`);
  expect(headers.get('content-disposition')).toMatch(/^inline; filename="proforma-\.\.-\.\.-p[^"\\/]*\.pdf"$/);
});

test('V5.4.1 no number adds a path to the name of a download, or of a file in a mail', async () => {
  const { body: series } = await request<Series>('POST', '/document-series', { prefix: '../../x', type: 'invoice' });
  const { id } = await draft({ documentSeriesId: series.id });
  expect((await act(id, 'issue')).body.number).toBe('../../x-001');
  const shared = await request<{ token: string }>('POST', `/invoices/${id}/share-links`, {});
  const disposition = async (path: string) => (await request(`GET`, path)).headers.get('content-disposition');
  for (const path of [`/invoices/${id}/pdf`, `/share/${shared.body.token}/pdf`])
    expect(await disposition(path), path).toBe('inline; filename="..-..-x-001.pdf"');
  for (const path of [`/invoices/${id}/xml`, `/share/${shared.body.token}/xml`])
    expect(await disposition(path), path).toBe('attachment; filename="..-..-x-001.xml"');

  const to = 'client@example.com';
  const mailed = await request<Invoice>('POST', `/invoices/${id}/email`, { to, attachXml: true });
  expect([mailed.status, mailed.body['attachments']]).toEqual([200, ['..-..-x-001.pdf', '..-..-x-001.xml']]);
  await service().idle();
  const { body } = await service().api('GET', `/_local/mailbox?to=${to}`);
  const [mail] = (body as { messages: { attachments: { filename: string }[] }[] }).messages;
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['..-..-x-001.pdf', '..-..-x-001.xml']);
});
