import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTaxauth } from '../../../../infra/local/taxauth/index.ts';
import { isUit } from '#shared/authority/etransport/uit.ts';
import { writeMessage } from '#shared/authority/etransport/xml/write.ts';
import { setTimeSource } from '#shared/base/kernel/clock.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { taxauthClient } from '#shared/authority/taxauth/client/client.ts';
import {
  confirmation,
  deletion,
  notification,
  UIT,
  validDeclaration,
  vehicleChange,
} from '../../../support/etransport/declarations.ts';
import { freshTaxauth, uncounted } from '../support.ts';
import { callerOf, CIF } from './support.ts';

let taxauth: Awaited<ReturnType<typeof freshTaxauth>>;
let token: string;
let authority: ReturnType<typeof callerOf>;
beforeEach(async () => {
  taxauth = await freshTaxauth();
  ({ token } = taxauth.createToken({ cif: CIF }));
  authority = callerOf(taxauth, token);
  taxauth.configure({ processing: 0 });
});
afterEach(async () => {
  setTimeSource(() => Date.now());
  await taxauth.remove();
});

const declared = (reference = 'AVZ-2026-001') => notification({ ...validDeclaration(), reference });
const OK = { outcome: 'state', state: 'ok', errors: [] };
const nok = (...errors: unknown[]) => ({ outcome: 'state', state: 'nok', errors });
const refused = (...errors: unknown[]) => ({ outcome: 'refused', errors });

/** The identifier of a declaration that was accepted. */
const accepted = async (): Promise<string> => (await authority.taken(declared())).uit ?? '';

describe('a declaration', () => {
  it('gets an identifier with right check digits at once, and its result', async () => {
    const { uploadId, uit } = await authority.taken(declared());
    expect(isUit(uit ?? '')).toBe(true);
    expect(await authority.state(uploadId)).toEqual(OK);
    expect(await authority.listed()).toEqual([
      { type: 'NOT', isValid: true, uit, reference: 'AVZ-2026-001', uploadId, errors: [] },
    ]);
    const xml = writeMessage(declared());
    expect(taxauth.received().declarations).toEqual([
      {
        ...{ index: Number(uploadId), at: expect.any(String), cif: CIF, uit, verdict: 'ok', kind: 'notification' },
        ...{ reference: 'AVZ-2026-001', sha256: sha256(xml) },
      },
    ]);
    expect(taxauth.declarationXml(Number(uploadId))).toBe(xml);
    expect(taxauth.declarationXml(1)).toBeNull();
  });

  it('gets the identifier of the settings, which is used once', async () => {
    taxauth.configure({ uit: UIT });
    expect((await authority.taken(declared())).uit).toBe(UIT);
    expect(taxauth.state().uit).toBeNull();
    const others = [await accepted(), await accepted()];
    expect(new Set([UIT, ...others]).size).toBe(3);
    // Only a declaration uses it up.
    taxauth.configure({ uit: '3V0P0L0P0T3JUW00' });
    await authority.taken(deletion());
    expect(taxauth.state().uit).toBe('3V0P0L0P0T3JUW00');
  });

  it.each([0, 1, 3])('is in process for %i polls of its state', async processing => {
    taxauth.configure({ processing });
    const { uploadId } = await authority.taken(declared());
    const states = [];
    for (let check = 0; check <= processing; check++) states.push(await authority.state(uploadId));
    expect(states).toEqual([
      ...Array.from({ length: processing }, () => ({ outcome: 'state', state: 'in_process', errors: [] })),
      OK,
    ]);
  });

  it('that violates rules of the product is not accepted, and has no identifier in the list', async () => {
    const { uploadId } = await authority.taken(notification({ ...validDeclaration(), vehicle: null }));
    const errors = [expect.stringMatching(/^\[BR-\d+\]-\S/)];
    expect(await authority.state(uploadId)).toEqual(nok(...errors));
    expect(await authority.listed()).toEqual([
      { type: 'NOT', isValid: false, uit: null, reference: 'AVZ-2026-001', uploadId, errors },
    ]);
  });

  it('of another declarant than the tax id of the path is not accepted', async () => {
    const { uploadId } = await authority.taken(notification({ ...validDeclaration(), declarant: '18547290' }));
    expect(await authority.state(uploadId)).toEqual(nok(expect.stringContaining('codDeclarant=18547290')));
  });
});

describe('messages about an identifier', () => {
  const about = (uit: string) =>
    [
      ['COR', 'correction', notification(validDeclaration(), uit), uit],
      ['MVH', 'vehicle_change', vehicleChange({ uit }), null],
      ['CON', 'confirmation', confirmation({ uit }), null],
      ['DEL', 'deletion', deletion({ uit }), null],
    ] as const;

  it('are accepted while it is valid', async () => {
    const uit = await accepted();
    for (const [, kind, message, told] of about(uit)) {
      const taken = await authority.taken(message);
      expect(taken.uit).toBe(told);
      expect(await authority.state(taken.uploadId)).toEqual(OK);
      expect(taxauth.received().declarations.at(-1)).toMatchObject({ kind, uit, verdict: 'ok' });
    }
  });

  it('are not accepted about one that was never issued, issued to another, or issued to a rejected declaration', async () => {
    const { uploadId, uit: useless } = await authority.taken(notification({ ...validDeclaration(), vehicle: null }));
    expect(await authority.state(uploadId)).toMatchObject({ state: 'nok' });
    const other = callerOf(taxauth, taxauth.createToken({ cif: '18547290' }).token);
    const foreign = await other.upload(notification({ ...validDeclaration(), declarant: '18547290' }), '18547290');
    const uits = [UIT, useless ?? '', foreign.outcome === 'taken' ? (foreign.uit ?? '') : ''];
    for (const uit of uits) {
      for (const [type, , message] of about(uit)) {
        const taken = await authority.taken(message);
        const error = `UIT-ul ${uit} nu poate fi identificat pentru CIF=${CIF}.`;
        expect(await authority.state(taken.uploadId)).toEqual(nok(error));
        expect((await authority.listed()).at(-1)).toMatchObject({ type, isValid: false, uit, errors: [error] });
      }
    }
  });

  it('are not accepted about one that was deleted, which a rejected deletion does not do', async () => {
    const uit = await accepted();
    taxauth.configure({ mode: 'reject', errors: ['nu acum'] });
    await authority.taken(deletion({ uit }));
    taxauth.configure({ mode: 'ok' });
    expect(await authority.state((await authority.taken(deletion({ uit }))).uploadId)).toEqual(OK);
    for (const [, , message] of about(uit)) {
      const { uploadId } = await authority.taken(message);
      expect(await authority.state(uploadId)).toEqual(nok(`Notificarea cu UIT-ul ${uit} a fost stearsa.`));
    }
  });

  it('replace the declaration in the list when they are accepted corrections or deletions', async () => {
    const uit = await accepted();
    const types = async () => (await authority.listed()).map(({ type }) => type);
    const listed = [];
    for (const [, , message] of about(uit)) {
      await authority.taken(message);
      listed.push(await types());
    }
    expect(listed).toEqual([['COR'], ['COR', 'MVH'], ['COR', 'MVH', 'CON'], ['MVH', 'CON', 'DEL']]);
    // A rejected one replaces nothing.
    await authority.taken(deletion({ uit }));
    expect(await types()).toEqual(['MVH', 'CON', 'DEL', 'DEL']);
  });

  it('are validated by the rules as well', async () => {
    const { uploadId } = await authority.taken(vehicleChange({ uit: await accepted(), vehicle: null }));
    expect(await authority.state(uploadId)).toEqual(nok(expect.stringMatching(/^\[BR-204\]-/)));
  });
});

describe('modes', () => {
  it('accept accepts everything, also invalid messages', async () => {
    taxauth.configure({ mode: 'accept' });
    for (const content of [notification({ ...validDeclaration(), vehicle: null }), deletion(), 'no XML']) {
      expect(await authority.state((await authority.taken(content)).uploadId)).toEqual(OK);
    }
    expect(taxauth.received().declarations.map(({ kind, reference, uit }) => [kind, reference, isUit(uit)])).toEqual([
      ['notification', 'AVZ-2026-001', true],
      ['deletion', null, true],
      ['notification', null, true],
    ]);
  });

  it('reject returns its errors', async () => {
    taxauth.configure({ mode: 'reject', errors: ['E1', 'E2'] });
    const { uploadId } = await authority.taken(declared());
    expect(await authority.state(uploadId)).toEqual(nok('E1', 'E2'));
    expect(taxauth.received().declarations).toMatchObject([{ verdict: 'nok' }]);
  });

  it('down returns 500 to every call and accepts nothing', async () => {
    taxauth.configure({ mode: 'down' });
    const calls = [
      { method: 'POST', path: `upload/ETRANSP/${CIF}/2` },
      { method: 'GET', path: 'stareMesaj/1' },
      { method: 'GET', path: `lista/1/${CIF}` },
    ] as const;
    for (const call of calls) {
      const response = await authority.send(call, call.method === 'POST' ? writeMessage(declared()) : undefined);
      expect(response.status).toBe(500);
    }
    expect(taxauth.received().declarations).toEqual([]);
  });

  it('rateLimited returns 429 with the seconds to wait', async () => {
    taxauth.configure({ mode: 'rateLimited', retryAfter: 17 });
    const response = await authority.send({ method: 'GET', path: `lista/1/${CIF}` });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '17']);
  });

  it('slow accepts the declaration; a caller who does not wait for the response finds it in the list', async () => {
    taxauth.configure({ mode: 'slow', delayMs: 600_000, processing: 5 });
    const gone = new AbortController();
    const leaving = fetch(`${taxauth.transportUrl}/upload/ETRANSP/${CIF}/2`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: writeMessage(declared()),
      signal: gone.signal,
    });
    const left = expect(leaving).rejects.toThrow('aborted');
    await expect.poll(() => taxauth.received().declarations).toHaveLength(1);
    gone.abort();
    await left;
    taxauth.configure({ mode: 'ok' });
    await expect.poll(() => authority.listed()).toMatchObject([{ type: 'NOT', reference: 'AVZ-2026-001' }]);
  });

  it('lostAnswer accepts the declaration, drops the connection, and lists it at once with its result', async () => {
    taxauth.configure({ mode: 'lostAnswer', times: 2, processing: 5 });
    await expect(authority.upload(declared('A-1'))).rejects.toThrow('fetch failed');
    await expect(authority.upload(declared('A-2'))).rejects.toThrow('fetch failed');
    expect(taxauth.state().mode).toBe('ok');
    const { uploadId } = await authority.taken(declared('A-3'));

    const [first, second] = taxauth.received().declarations;
    expect(await authority.listed()).toEqual(
      [first, second].map(each => ({
        ...{ type: 'NOT', isValid: true, uit: each?.uit, reference: each?.reference, uploadId: String(each?.index), errors: [] },
      })),
    );
    expect(await authority.state(uploadId)).toMatchObject({ state: 'in_process' });
  });
});

describe('rights', () => {
  it('an unknown or expired token is 401', async () => {
    const ask = (secret: string) => callerOf(taxauth, secret).send({ method: 'GET', path: `lista/1/${CIF}` });
    expect((await ask('unknown')).status).toBe(401);
    const start = Date.now();
    setTimeSource(() => start + 91 * 86_400_000);
    expect((await ask(token)).status).toBe(401);
  });

  it('a token for another tax id may send, poll and list nothing', async () => {
    const { uploadId } = await authority.taken(declared());
    const other = callerOf(taxauth, taxauth.createToken({ cif: '18547290' }).token);
    const none = refused(`Nu aveti drept in SPV pentru CIF=${CIF}`);
    expect(await other.upload(declared())).toEqual(none);
    expect(await other.list()).toEqual(none);
    expect(await other.state(uploadId)).toEqual(refused('Nu aveti dreptul sa obtineti starea acestui mesaj.'));
    expect(taxauth.received().declarations).toHaveLength(1);
  });
});

describe('errors in a 200', () => {
  it.each([
    [`upload/ETRANSPORT/${CIF}/2`, 'standard este ETRANSP'],
    [`upload/ETRANSP/${CIF}/1`, 'versiune este 2'],
    [`upload/ETRANSP/RO${CIF}/2`, 'nu este un numar'],
  ])('POST %s', async (path, error) => {
    const response = await authority.send({ method: 'POST', path }, writeMessage(declared()));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      ...{ ExecutionStatus: 1, Errors: [{ errorMessage: expect.stringContaining(error) }] },
      ...{ dateResponse: expect.stringMatching(/^\d{12}$/), trace_id: expect.any(String) },
    });
    expect(taxauth.received().declarations).toEqual([]);
  });

  it('an invalid message, or one that is too large', async () => {
    expect(await authority.upload('no XML')).toEqual(refused(expect.stringContaining('Fisierul transmis nu este valid.')));
    expect(await authority.upload(' '.repeat(10 * 1024 * 1024 + 1))).toEqual(refused(expect.stringContaining('10 MB')));
    expect(taxauth.received().declarations).toEqual([]);
  });

  it.each([
    ['stareMesaj/x', 'nu este un numar intreg'],
    ['stareMesaj/6000000001', 'Nu exista mesaj'],
    [`lista/60a/${CIF}`, 'nu este un numar intreg'],
    [`lista/0/${CIF}`, 'intre 1 si 60'],
    [`lista/61/${CIF}`, 'intre 1 si 60'],
    [`lista/1/RO${CIF}`, 'nu este un numar'],
    [`lista/7/${CIF}`, 'Nu exista mesaje in ultimele 7 zile'],
  ])('GET %s', async (path, error) => {
    const response = await authority.send({ method: 'GET', path });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ Errors: [{ errorMessage: expect.stringContaining(error) }] });
  });

  it.each([
    ['GET', `upload/ETRANSP/${CIF}/2`],
    ['POST', `upload/ETRANSP/${CIF}`],
    ['GET', 'stareMesaj'],
    ['GET', 'info'],
  ] as const)('%s %s is outside of the protocol: 404', async (method, path) => {
    expect((await authority.send({ method, path }, method === 'POST' ? 'x' : undefined)).status).toBe(404);
  });
});

describe('the list', () => {
  it('has the messages of its days, each once it is processed: after its result, or a minute', async () => {
    const start = Date.now();
    setTimeSource(() => start);
    taxauth.configure({ processing: 1 });
    await authority.taken(declared());
    expect(await authority.list()).toEqual({ outcome: 'list', messages: [] });
    setTimeSource(() => start + 61_000);
    expect(await authority.listed()).toHaveLength(1);
    setTimeSource(() => start + 86_400_001);
    expect([await authority.listed(1), await authority.listed(2)]).toMatchObject([[], [{ type: 'NOT' }]]);
  });
});

describe('e-invoices and declarations', () => {
  it('have separate indexes', async () => {
    const { uploadId } = await authority.taken(declared());
    const client = taxauthClient({ send: uncounted, baseUrl: taxauth.baseUrl, token });
    await expect(client.checkStatus(uploadId)).rejects.toThrow('Nu exista factura');
    taxauth.configure({ mode: 'accept' });
    const { uploadIndex } = await client.uploadInvoice({ cif: CIF, xml: 'x', standard: 'UBL' });
    expect(await authority.state(uploadIndex)).toMatchObject({ outcome: 'refused' });
    expect(taxauth.received()).toMatchObject({ uploads: [{ index: Number(uploadIndex) }], declarations: [{}] });
  });
});

describe('after a restart, the simulator has', () => {
  it('declarations with their remaining polls, and the issued identifiers', async () => {
    taxauth.configure({ processing: 1 });
    const { uploadId, uit } = await authority.taken(declared());
    const before = taxauth.received();
    await taxauth.stop();
    const again = await startTaxauth({ dataDir: taxauth.dataDir });
    try {
      expect(again.received()).toEqual(before);
      expect(again.declarationXml(Number(uploadId))).toBe(writeMessage(declared()));
      const later = callerOf(again, token);
      expect([await later.state(uploadId), await later.state(uploadId)]).toMatchObject([{ state: 'in_process' }, OK]);
      again.configure({ processing: 0 });
      expect(await later.state((await later.taken(deletion({ uit: uit ?? '' }))).uploadId)).toEqual(OK);
    } finally {
      await again.stop();
      taxauth = await freshTaxauth();
    }
  });

  it('the table of declarations in a file of an earlier version', async () => {
    await taxauth.stop();
    const db = new DatabaseSync(join(taxauth.dataDir, 'taxauth.sqlite'));
    db.exec('DROP TABLE declarations');
    db.close();
    const again = await startTaxauth({ dataDir: taxauth.dataDir });
    try {
      expect((await callerOf(again, token).taken(declared())).uit).not.toBeNull();
    } finally {
      await again.stop();
      taxauth = await freshTaxauth();
    }
  });
});
