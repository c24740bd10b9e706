import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { readAnswerArchive } from '#shared/authority/taxauth/client/archive.ts';
import type { TaxauthClient } from '#shared/authority/taxauth/client/client.ts';
import { authorityClient } from '#shared/authority/taxauth/connections/authority-client.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { issued, xmlOf } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { sandboxCalls, type Tester } from './calls.ts';

const service = useService();
const { tester } = sandboxCalls(service);

let scope: Tester;
let client: TaxauthClient;
let xml: string;
beforeAll(async () => {
  scope = await tester();
  client = authorityClient({ sandbox: { id: scope.company, organizationId: '', cif: scope.cif } });
  xml = await xmlOf(service(), scope, (await issued(service(), scope)).id);
});

const upload = (text: string, cif = scope.cif) => client.uploadInvoice({ cif, xml: text, standard: 'UBL' });
/** The invoice with another number. */
const numbered = (number: string): string => xml.replace('<cbc:ID>FCT-001</cbc:ID>', `<cbc:ID>${number}</cbc:ID>`);

describe('the simulator of sandbox companies (COM-68)', () => {
  it('accepts one of two uploads of a number at the same moment, and names it in the rejection of the other', async () => {
    const uploads = await Promise.all([upload(numbered('A-1')), upload(numbered('A-1'))]);
    const answers = await Promise.all(uploads.map(({ uploadIndex }) => client.checkStatus(uploadIndex)));
    expect(answers.map(({ state }) => state).sort()).toEqual(['nok', 'ok']);
    const rejected = answers.findIndex(({ state }) => state === 'nok');
    const archive = readAnswerArchive(await client.downloadAnswer(answers[rejected]?.downloadId ?? ''));
    expect(archive.duplicateOf).toBe(uploads[1 - rejected]?.uploadIndex);
  });

  it('keeps the document as it was sent, and lists it', async () => {
    const { uploadIndex } = await upload(numbered('A-2'));
    const { downloadId } = await client.checkStatus(uploadIndex);
    expect(readAnswerArchive(await client.downloadAnswer(downloadId ?? ''))).toMatchObject({
      ...{ document: numbered('A-2'), uploadIndex, errors: [] },
    });
    const startTime = new Date(now().getTime() - 60_000);
    expect(await client.listMessagePage({ cif: scope.cif, startTime, endTime: now(), page: 1, filter: 'T' })).toMatchObject({
      messages: expect.arrayContaining([expect.objectContaining({ uploadIndex, type: 'sent' })]) as unknown,
    });
    expect((await client.listMessages({ cif: scope.cif, days: 1 })).messages.length).toBeGreaterThan(0);
  });

  it.each([
    ['of another company', () => upload(numbered('A-3'), '12345678'), 'Nu aveti drept'],
    ['that is not XML', () => upload('<Invoice'), 'nu este valid'],
    ['of another kind', () => client.uploadInvoice({ cif: scope.cif, xml, standard: 'CN' }), 'Cannot find the declaration'],
    [
      'that is too large',
      () => upload(xml.replace('</Invoice>', `<!--${randomBytes(400_000).toString('hex')}--></Invoice>`)),
      'comprimat',
    ],
  ])('refuses a document %s', async (_, act, text) => {
    await expect(act()).rejects.toThrow(text);
  });

  it('rejects a document of another issuer', async () => {
    const other = numbered('A-4').replaceAll(scope.cif, '12345678');
    expect((await client.checkStatus((await upload(other)).uploadIndex)).state).toBe('nok');
  });

  it('knows neither an unknown upload nor an unknown message', async () => {
    await expect(client.checkStatus('123')).rejects.toThrow('Nu exista');
    await expect(client.downloadAnswer('123')).rejects.toThrow('nu exista');
    expect(await client.hasAccess('12345678')).toBe(false);
  });
});
