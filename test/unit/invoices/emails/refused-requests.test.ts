import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { handler as exportZip } from '../../../../functions/exports/zip.ts';
import { handler as sendMail } from '../../../../functions/invoice-emails/send.ts';
import { refusedRequest } from '../../../support/refused/request.ts';

const address = (_: unknown, place: number): string => `client-${place}@client.example`;

describe('POST /invoices/{uuid}/email: 400 (OUT-35)', () => {
  it('accepts valid requests', async () => {
    expect(await refusedRequest(sendMail, { body: { to: 'a@x.example', cc: 'b@x.example, c@x.example' } })).toBeUndefined();
  });

  it.each<[string, object]>([
    ['no `to`', {}],
    ['`to` is no valid address', { to: 'ana' }],
    ['several in `to`', { to: 'a@x.example, b@x.example' }],
    ['a line break in `to`', { to: 'a@x.example\r\nBcc: b@x.example' }],
    ['a copy that is no valid address', { to: 'a@x.example', cc: 'b@x.example, c' }],
    [
      'more than 20 copies',
      { to: 'a@x.example', cc: Array.from({ length: 12 }, address), bcc: Array.from({ length: 9 }, address) },
    ],
    ['a subject of more than 255 characters', { to: 'a@x.example', subject: 'x'.repeat(256) }],
    ['a body of more than 20,000 characters', { to: 'a@x.example', body: 'x'.repeat(20_001) }],
    ['an unknown language', { to: 'a@x.example', language: 'de' }],
  ])('%s', async (_, body) => {
    expect(await refusedRequest(sendMail, { body })).toMatchObject({ status: 400, code: 'bad_request' });
  });
});

describe('POST /invoices/export/zip: 400 (OUT-81)', () => {
  it('accepts valid requests', async () => {
    expect(await refusedRequest(exportZip, { body: { invoiceIds: [randomUUID()] } })).toBeUndefined();
  });

  it.each<[string, object]>([
    ['no ids', {}],
    ['an empty list', { invoiceIds: [] }],
    ['an invalid id', { invoiceIds: ['x'] }],
    ['an unknown folder structure', { invoiceIds: [randomUUID()], folderStructure: 'by-mood' }],
    ['nothing to include', { invoiceIds: [randomUUID()], includePdf: false, includeXml: false, includeCsv: false }],
  ])('%s', async (_, body) => {
    expect(await refusedRequest(exportZip, { body })).toMatchObject({ status: 400, code: 'bad_request' });
  });
});
