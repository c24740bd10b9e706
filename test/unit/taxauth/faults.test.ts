import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AnswerArchive, readAnswerArchive } from '#shared/authority/taxauth/client/archive.ts';
import { taxauthClient } from '#shared/authority/taxauth/client/client.ts';
import type { TaxauthClient, Upload } from '#shared/authority/taxauth/client/client.ts';
import { TaxauthRateLimited, TaxauthRefused, TaxauthUnauthorized } from '#shared/authority/taxauth/client/errors.ts';
import { findUpload } from '#shared/authority/taxauth/client/find-upload.ts';
import { now, setTimeSource } from '#shared/base/kernel/clock.ts';
import { CIF, errorOf, freshTaxauth, lastDays, ubl, uncounted } from './support.ts';

let taxauth: Awaited<ReturnType<typeof freshTaxauth>>;
let client: TaxauthClient;

const invoice = (number = 'FCT-2026-001'): Upload => ({ cif: CIF, xml: ubl({ number }), standard: 'UBL' });
const connect = (token: string, timeoutMs?: number): TaxauthClient =>
  taxauthClient({ send: uncounted, baseUrl: taxauth.baseUrl, token, ...(timeoutMs === undefined ? {} : { timeoutMs }) });

beforeEach(async () => {
  taxauth = await freshTaxauth();
  client = connect(taxauth.createToken({ cif: CIF }).token);
});
afterEach(async () => {
  setTimeSource(() => Date.now());
  await taxauth.remove();
});

const archiveOf = async (id: string): Promise<AnswerArchive> => readAnswerArchive(await client.downloadAnswer(id));

/** Uploads and polls until there is a result. */
async function verdictOf(upload: Upload): Promise<{ uploadIndex: string; downloadId: string; state: 'ok' | 'nok' }> {
  const { uploadIndex } = await client.uploadInvoice(upload);
  for (;;) {
    const { state, downloadId } = await client.checkStatus(uploadIndex);
    if (state !== 'in_process') return { uploadIndex, downloadId: downloadId ?? '', state };
  }
}

describe('when the authority fails', () => {
  it('down is TaxauthUnavailable for every call, and nothing is accepted', async () => {
    taxauth.configure({ mode: 'down' });
    const calls = [client.uploadInvoice(invoice()), client.checkStatus('1'), client.downloadAnswer('1'), client.hasAccess(CIF)];
    for (const error of await Promise.all(calls.map(errorOf))) expect(error.name).toBe('TaxauthUnavailable');
    expect(taxauth.received().uploads).toEqual([]);
  });

  it('rateLimited is TaxauthRateLimited with the seconds to wait', async () => {
    taxauth.configure({ mode: 'rateLimited', retryAfter: 17 });
    const error = await errorOf(client.uploadInvoice(invoice()));
    expect(error).toBeInstanceOf(TaxauthRateLimited);
    expect(error).toMatchObject({ name: 'TaxauthRateLimited', retryAfter: 17 });
  });

  it('slow beyond the timeout is TaxauthAnswerLost; the upload was accepted and is found in the list', async () => {
    taxauth.configure({ mode: 'slow', delayMs: 600_000, processing: 0 });
    const impatient = connect(taxauth.createToken({ cif: CIF }).token, 400);
    expect((await errorOf(impatient.uploadInvoice(invoice()))).name).toBe('TaxauthAnswerLost');
    taxauth.configure({ mode: 'ok' });
    expect(
      await findUpload(client, { archiveOf, cif: CIF, since: now(), isSame: document => document === ubl() }),
    ).not.toBeNull();
  });

  it('slow within the timeout is an ordinary response', async () => {
    taxauth.configure({ mode: 'slow', delayMs: 5 });
    expect((await verdictOf(invoice())).state).toBe('ok');
  });

  it('lostAnswer accepts the upload, loses the response once, and lists it at once with its result', async () => {
    taxauth.configure({ mode: 'lostAnswer', processing: 5 });
    expect((await errorOf(client.uploadInvoice(invoice('OTHER-1')))).name).toBe('TaxauthAnswerLost');
    taxauth.configure({ mode: 'lostAnswer', processing: 5 });
    expect((await errorOf(client.uploadInvoice(invoice()))).name).toBe('TaxauthAnswerLost');
    expect(taxauth.state().mode).toBe('ok');

    const found = await findUpload(client, { archiveOf, cif: CIF, since: now(), isSame: document => document === ubl() });
    expect(found?.uploadIndex).toBe(String(taxauth.received().uploads[1]?.index));
    expect(taxauth.received().uploads).toHaveLength(2);
    expect(await findUpload(client, { archiveOf, cif: CIF, since: now(), isSame: () => false })).toBeNull();
  });

  it('lostAnswer with times: n loses n responses', async () => {
    taxauth.configure({ mode: 'lostAnswer', times: 2 });
    for (const number of ['A-1', 'A-2'])
      expect((await errorOf(client.uploadInvoice(invoice(number)))).name).toBe('TaxauthAnswerLost');
    await expect(client.uploadInvoice(invoice('A-3'))).resolves.toHaveProperty('uploadIndex');
  });

  it('a caller that gives up does not know the outcome', async () => {
    taxauth.configure({ mode: 'slow', delayMs: 600_000 });
    const { token } = taxauth.createToken({ cif: CIF });
    const leaving = taxauthClient({ send: uncounted, baseUrl: taxauth.baseUrl, token, signal: AbortSignal.timeout(100) });
    expect((await errorOf(leaving.uploadInvoice(invoice()))).name).toBe('TaxauthAnswerLost');
  });
});

describe('rights', () => {
  it('an expired token is TaxauthUnauthorized because of the token, from its last second on', async () => {
    const { token } = taxauth.createToken({ cif: CIF, expiresInDays: 1 });
    const start = Date.now();
    setTimeSource(() => start + 86_300_000);
    expect(await connect(token).hasAccess(CIF)).toBe(true);
    setTimeSource(() => start + 86_401_000);
    const calls = [connect(token).hasAccess(CIF), connect(token).uploadInvoice(invoice())];
    for (const error of await Promise.all(calls.map(errorOf))) {
      expect(error).toMatchObject({ name: 'TaxauthUnauthorized', reason: 'token' });
    }
  });

  it('an unknown token is TaxauthUnauthorized', async () => {
    expect(await errorOf(connect('eyJhbGciOiJub25lIn0.e30.').hasAccess(CIF))).toMatchObject({ reason: 'token' });
  });

  it('a tax id outside the token is rejected on every call: access is missing, the token is valid', async () => {
    const own = await verdictOf(invoice());
    const foreign = connect(taxauth.createToken({ cif: ['18547290', '1590082'] }).token);
    const calls = [
      foreign.uploadInvoice(invoice('X-1')),
      foreign.checkStatus(own.uploadIndex),
      foreign.downloadAnswer(own.downloadId),
      foreign.listMessages({ cif: CIF, days: 60 }),
    ];
    for (const error of await Promise.all(calls.map(errorOf))) {
      expect(error).toBeInstanceOf(TaxauthUnauthorized);
      expect(error).toMatchObject({ reason: 'access' });
    }
    expect(await foreign.hasAccess(CIF)).toBe(false);
    expect(await foreign.hasAccess('RO1590082')).toBe(true);
  });

  it('unknown ids are rejected', async () => {
    const calls = [
      client.checkStatus('4999'),
      client.downloadAnswer('4999'),
      client.checkStatus('abc'),
      client.downloadAnswer('abc'),
    ];
    for (const error of await Promise.all(calls.map(errorOf))) expect(error).toBeInstanceOf(TaxauthRefused);
  });
});

describe('message lists', () => {
  it('an upload that is never polled gets its message at its own time', async () => {
    const start = Date.now();
    setTimeSource(() => start);
    await client.uploadInvoice(invoice());
    expect((await client.listMessages({ cif: CIF, days: 1 })).messages).toEqual([]);
    setTimeSource(() => start + 61_000);
    expect((await client.listMessages({ cif: CIF, days: 1 })).messages).toMatchObject([{ type: 'sent', sellerCif: CIF }]);
  });

  it('filter, interval and pages: 501 messages are two pages, and too many for the list without pages', async () => {
    taxauth.configure({ mode: 'accept', processing: 0 });
    const supplier = ubl({ cif: '1590082' });
    for (let n = 0; n < 501; n++) taxauth.addInbox({ cif: CIF, xml: supplier });
    await client.uploadInvoice(invoice());
    const list = { cif: CIF, ...lastDays(1), filter: 'P' as const };
    const first = await client.listMessagePage({ ...list, page: 1 });
    const second = await client.listMessagePage({ ...list, page: 2 });
    expect([first.totalPages, first.messages.length, second.messages.length]).toEqual([2, 500, 1]);
    expect(new Set([...first.messages, ...second.messages].map(({ id }) => id)).size).toBe(501);
    expect(await client.listMessagePage({ ...list, page: 3 })).toEqual({ messages: [], totalPages: 0 });
    expect((await client.listMessagePage({ ...list, filter: 'T', page: 1 })).messages).toHaveLength(1);
    expect(await errorOf(client.listMessages({ cif: CIF, days: 1, filter: 'P' }))).toBeInstanceOf(TaxauthRefused);
    const before = {
      startTime: new Date(now().getTime() - 50 * 86_400_000),
      endTime: new Date(now().getTime() - 40 * 86_400_000),
    };
    expect((await client.listMessagePage({ ...list, ...before, page: 1 })).messages).toEqual([]);
  });

  it.each([
    ['more than 60 days back', lastDays(61)],
    ['an end in the future', { startTime: new Date(), endTime: new Date(Date.now() + 600_000) }],
    ['an end before the start', { startTime: new Date(), endTime: new Date(Date.now() - 600_000) }],
  ])('%s is rejected', async (_case, interval) => {
    expect(await errorOf(client.listMessagePage({ cif: CIF, ...interval, page: 1 }))).toBeInstanceOf(TaxauthRefused);
  });

  it('days outside 1-60 are rejected', async () => {
    for (const days of [0, 61]) expect(await errorOf(client.listMessages({ cif: CIF, days }))).toBeInstanceOf(TaxauthRefused);
  });
});
