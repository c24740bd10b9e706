import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument } from 'libxml2-wasm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTaxauth } from '../../../infra/local/taxauth/index.ts';
import { readAnswerArchive } from '#shared/authority/taxauth/client/archive.ts';
import { taxauthClient } from '#shared/authority/taxauth/client/client.ts';
import { setTimeSource } from '#shared/base/kernel/clock.ts';
import { checkSignature, CIF, freshTaxauth, ubl, uncounted } from './support.ts';

let taxauth: Awaited<ReturnType<typeof freshTaxauth>>;
beforeEach(async () => {
  taxauth = await freshTaxauth();
});
afterEach(async () => {
  setTimeSource(() => Date.now());
  await taxauth.remove();
});

const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString('base64')}`;
const REDIRECT = 'https://app.example.ro/taxauth/callback';

const consent = (query: Record<string, string> = {}): Promise<Response> =>
  fetch(
    `${taxauth.oauthUrl}/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: 'local',
      redirect_uri: REDIRECT,
      token_content_type: 'jwt',
      state: 'st&te',
      ...query,
    })}`,
    { redirect: 'manual' },
  );
const codeOf = (response: Response): string => new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
const exchange = (form: Record<string, string>, credentials = 'local:local-secret'): Promise<Response> =>
  fetch(`${taxauth.oauthUrl}/token`, {
    method: 'POST',
    headers: { authorization: basic(credentials) },
    body: new URLSearchParams(form),
  });
const withCode = (code: string): Record<string, string> => ({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT });
interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

describe('linking an account', () => {
  it('consent redirects back with the code and the unchanged state; the code returns a JWT that works until its exp', async () => {
    const response = await consent();
    const back = new URL(response.headers.get('location') ?? '');
    expect([response.status, back.origin + back.pathname, back.searchParams.get('state')]).toEqual([302, REDIRECT, 'st&te']);

    const tokens = (await (await exchange(withCode(codeOf(response)))).json()) as Tokens;
    const claims = JSON.parse(Buffer.from(tokens.access_token.split('.')[1] ?? '', 'base64url').toString()) as {
      exp: number;
      iat: number;
    };
    expect([tokens.expires_in, claims.exp - claims.iat]).toEqual([7_776_000, 7_776_000]);

    const client = taxauthClient({ send: uncounted, baseUrl: taxauth.baseUrl, token: tokens.access_token });
    expect(await client.hasAccess(CIF)).toBe(true);
    setTimeSource(() => claims.exp * 1000);
    await expect(client.hasAccess(CIF)).rejects.toThrow('HTTP 401');
  });

  it('the parameter cif limits the consent', async () => {
    const { access_token } = (await (await exchange(withCode(codeOf(await consent({ cif: `RO${CIF}` }))))).json()) as Tokens;
    const client = taxauthClient({ send: uncounted, baseUrl: taxauth.baseUrl, token: access_token });
    expect([await client.hasAccess(CIF), await client.hasAccess('1590082')]).toEqual([true, false]);
  });

  it('a code is valid once, for a minute, for its own redirect address and for the client that authenticates', async () => {
    const code = codeOf(await consent());
    expect((await exchange(withCode(code), 'local:wrong')).status).toBe(401);
    expect((await exchange(withCode(code))).status).toBe(200);
    expect(await (await exchange(withCode(code))).json()).toEqual({ error: 'invalid_grant' });
    const other = codeOf(await consent());
    expect((await exchange({ ...withCode(other), redirect_uri: 'https://evil.example' })).status).toBe(400);
    const late = codeOf(await consent());
    const start = Date.now();
    setTimeSource(() => start + 61_000);
    expect((await exchange(withCode(late))).status).toBe(400);
  });

  it('a refresh replaces both tokens; the used refresh token is invalid, and an access token refreshes nothing', async () => {
    const first = (await (await exchange(withCode(codeOf(await consent())))).json()) as Tokens;
    const refresh = (refresh_token: string): Promise<Response> => exchange({ grant_type: 'refresh_token', refresh_token });
    const second = (await (await refresh(first.refresh_token)).json()) as Tokens;
    expect(second.access_token).not.toBe(first.access_token);
    expect((await refresh(first.refresh_token)).status).toBe(400);
    expect((await refresh(second.access_token)).status).toBe(400);
    expect((await refresh(second.refresh_token)).status).toBe(200);
  });

  it('an unknown client or a bad redirect address gets no redirect', async () => {
    const refused: Record<string, string>[] = [
      { client_id: 'other' },
      { redirect_uri: 'javascript:alert(1)' },
      { redirect_uri: '/relative' },
    ];
    for (const query of refused) {
      const response = await consent(query);
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    }
    expect(new URL((await consent({ response_type: 'token' })).headers.get('location') ?? '').searchParams.get('error')).toBe(
      'unsupported_response_type',
    );
  });
});

describe('after a restart, the simulator has', () => {
  it('uploads, their remaining checks, tokens, inbox, settings and the seal', async () => {
    const { token } = taxauth.createToken({ cif: CIF });
    taxauth.configure({ processing: 2 });
    const { uploadIndex } = await taxauthClient({ send: uncounted, baseUrl: taxauth.baseUrl, token }).uploadInvoice({
      cif: CIF,
      xml: ubl(),
      standard: 'UBL',
    });
    const { messageId } = taxauth.addInbox({ cif: `RO${CIF}`, xml: ubl({ cif: '1590082', root: 'CreditNote' }) });
    const before = taxauth.received();
    await taxauth.stop();

    const again = await startTaxauth({ dataDir: taxauth.dataDir });
    try {
      const client = taxauthClient({ send: uncounted, baseUrl: again.baseUrl, token });
      expect(again.state()).toEqual({ mode: 'ok', processing: 2, errors: [], uit: null });
      expect(again.received()).toEqual(before);
      expect(again.trust.anchor).toBe(taxauth.trust.anchor);
      expect(readFileSync(join(taxauth.dataDir, 'trust-anchor.pem'), 'utf8')).toBe(taxauth.trust.anchor);
      const states = [];
      for (let check = 0; check < 3; check++) states.push((await client.checkStatus(uploadIndex)).state);
      expect(states).toEqual(['in_process', 'in_process', 'ok']);
      const { messages } = await client.listMessages({ cif: CIF, days: 1, filter: 'P' });
      expect(messages).toMatchObject([{ id: messageId, type: 'received', sellerCif: '1590082', buyerCif: CIF }]);
      expect(readAnswerArchive(await client.downloadAnswer(messageId)).documentRoot).toBe('CreditNote');
    } finally {
      await again.stop();
      taxauth = await freshTaxauth();
    }
  });
});

describe('settings', () => {
  it('a new mode resets the settings of the one before; processing stays', () => {
    expect(taxauth.state()).toEqual({ mode: 'ok', processing: 1, errors: [], uit: null });
    expect(taxauth.configure({ mode: 'reject', errors: ['x'], processing: 4 })).toEqual({
      mode: 'reject',
      processing: 4,
      errors: ['x'],
      uit: null,
    });
    expect(taxauth.configure({ processing: 0 })).toMatchObject({ mode: 'reject', errors: ['x'], processing: 0 });
    expect(taxauth.configure({ mode: 'ok' })).toMatchObject({ mode: 'ok', errors: [], processing: 0 });
    expect(taxauth.configure({ mode: 'reject' }).errors).toHaveLength(1);
  });

  it.each([{ mode: 'broken' }, { processing: -1 }, { unknown: 1 }, { retryAfter: 0 }, { errors: 'x' }])(
    '%j is rejected',
    patch => {
      expect(() => taxauth.configure(patch as never)).toThrow();
      expect(taxauth.state().mode).toBe('ok');
    },
  );
});

describe('options', () => {
  it('mode ok validates by the given rule set after its own first checks', async () => {
    const asked: string[] = [];
    const ruled = await freshTaxauth({
      validate: async (xml, standard) => {
        asked.push(standard);
        return xml.includes('BAD') ? ['[BR-CO-15] totals'] : [];
      },
    });
    try {
      const client = taxauthClient({ send: uncounted, baseUrl: ruled.baseUrl, token: ruled.createToken({ cif: CIF }).token });
      for (const number of ['GOOD-1', 'BAD-1', 'none'])
        await client.uploadInvoice({ cif: CIF, xml: ubl({ number }), standard: 'UBL' });
      expect(ruled.received().uploads.map(({ verdict }) => verdict)).toEqual(['ok', 'nok', 'nok']);
      expect(asked).toEqual(['UBL', 'UBL']);
    } finally {
      await ruled.remove();
    }
  });

  it('the enveloped seal has the document as root, and digests its canonical form', async () => {
    const enveloping = await freshTaxauth();
    try {
      enveloping.configure({ seal: { form: 'enveloped' } });
      const client = taxauthClient({
        send: uncounted,
        baseUrl: enveloping.baseUrl,
        token: enveloping.createToken({ cif: CIF }).token,
      });
      enveloping.configure({ processing: 0 });
      const { uploadIndex } = await client.uploadInvoice({ cif: CIF, xml: ubl(), standard: 'UBL' });
      const { downloadId } = await client.checkStatus(uploadIndex);
      const archive = readAnswerArchive(await client.downloadAnswer(downloadId ?? ''));
      const document = XmlDocument.fromBuffer(archive.signedBytes);
      const canonical = Buffer.from(document.canonicalizeToString());
      document.dispose();
      const { digest, value } = checkSignature(archive.signature ?? '', canonical);
      expect({ digest, value }).toEqual({ digest: true, value: true });
      expect(archive.document).toBe(ubl());
    } finally {
      await enveloping.remove();
    }
  });
});

describe('responses to requests outside of the protocol', () => {
  it.each([
    ['/prod/FCTEL/rest/upload', 'POST', 400],
    ['/prod/FCTEL/rest/stareMesaj', 'GET', 400],
    ['/prod/FCTEL/rest/descarcare', 'GET', 400],
    ['/prod/FCTEL/rest/listaMesajeFactura?zile=1', 'GET', 400],
    ['/prod/FCTEL/rest/listaMesajePaginatieFactura?cif=1', 'GET', 400],
    ['/prod/FCTEL/rest/upload', 'GET', 404],
    ['/elsewhere', 'GET', 404],
  ])('%s by %s is %i with the documented JSON', async (path, method, status) => {
    const { token } = taxauth.createToken({ cif: CIF });
    const response = await fetch(taxauth.endpoint + path, { method, headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status, error: expect.any(String), message: expect.any(String) });
  });

  it('an inbox entry that is no UBL document is rejected', () => {
    expect(() => taxauth.addInbox({ cif: CIF, xml: '<a/>' })).toThrow('not a UBL');
  });
});
