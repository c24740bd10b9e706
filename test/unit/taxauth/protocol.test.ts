import { describe, expect, it } from 'vitest';
import {
  duplicateOf,
  TaxauthError,
  TaxauthRateLimited,
  TaxauthRefused,
  TaxauthUnauthorized,
} from '#shared/authority/taxauth/client/errors.ts';
import {
  parseDownloadAnswer,
  parseMessageList,
  parseStatusAnswer,
  parseUploadAnswer,
} from '#shared/authority/taxauth/client/protocol.ts';
import { parseWireTime, wireTime } from '#shared/authority/taxauth/client/wire-time.ts';
import { rootOf } from '#shared/authority/einvoice/xml/parse.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const uploadHeader = (rest: string): string =>
  `${XML}<header xmlns="mfp:anaf:dgti:spv:respUploadFisier:v1" dateResponse="202108051140" ${rest}`;
const statusHeader = (rest: string): string => `${XML}<header xmlns="mfp:anaf:dgti:efactura:stareMesajFactura:v1" ${rest}`;
const refusedUpload = (text: string): string =>
  uploadHeader(`ExecutionStatus="1">\n  <Errors errorMessage="${text}"/>\n</header>`);

function thrown(run: () => unknown): TaxauthError {
  try {
    run();
  } catch (error) {
    if (error instanceof TaxauthError) return error;
    throw error;
  }
  throw new Error('expected an error');
}

describe('response to upload', () => {
  it('an index with ExecutionStatus 0 is an accepted upload', () => {
    expect(parseUploadAnswer(uploadHeader('ExecutionStatus="0" index_incarcare="3828"/>'))).toEqual({ uploadIndex: '3828' });
  });

  it.each([
    ['Marime fisier transmis mai mare de 10 MB.', 'TaxauthRefused'],
    ['CIF introdus= 123a nu este un numar', 'TaxauthRefused'],
    ['Nu aveti drept in SPV pentru CIF=1234', 'TaxauthUnauthorized'],
    ['Nu exista niciun CIF pentru care sa aveti drept in SPV', 'TaxauthUnauthorized'],
    ['S-au incarcat deja 1000 de mesaje de tip RASP pentru cui=1234 in cursul zilei', 'TaxauthRateLimited'],
    ['A aparut o eroare tehnica. Cod: 1814', 'TaxauthUnavailable'],
  ])('the rejection "%s" inside a 200 is %s', (text, name) => {
    const error = thrown(() => parseUploadAnswer(refusedUpload(text)));
    expect(error.name).toBe(name);
    expect(error.message).toContain(text);
  });

  it('a rejection has every text, entities decoded and white space single', () => {
    const xml = uploadHeader(
      'ExecutionStatus="1"><Errors errorMessage="a &lt;b&gt; &amp;&#xA;&#9; &quot;c&quot;"/><Errors errorMessage="d"></Errors></header>',
    );
    expect((thrown(() => parseUploadAnswer(xml)) as TaxauthRefused).errors).toEqual(['a <b> & "c"', 'd']);
  });

  it.each([
    ['empty body', ''],
    ['text', 'Service unavailable'],
    ['HTML', '<html><body>502</body></html>'],
    ['another namespace', `${XML}<header xmlns="x" ExecutionStatus="0" index_incarcare="1"/>`],
    ['no index', uploadHeader('ExecutionStatus="0"/>')],
    ['an index that is no number', uploadHeader('ExecutionStatus="0" index_incarcare="12;--"/>')],
    ['cut in a tag', uploadHeader('ExecutionStatus="0" index_inc')],
    ['cut before the end tag', uploadHeader('ExecutionStatus="0" index_incarcare="3828">')],
    ['two roots', `${uploadHeader('ExecutionStatus="0" index_incarcare="1"/>')}<header/>`],
    ['document type', `<!DOCTYPE header [<!ENTITY a "b">]>${uploadHeader('ExecutionStatus="0" index_incarcare="1"/>')}`],
    ['own entity', uploadHeader('ExecutionStatus="0" index_incarcare="&a;"/>')],
    ['attribute twice', uploadHeader('ExecutionStatus="0" ExecutionStatus="0" index_incarcare="1"/>')],
    ['flood of elements', uploadHeader(`ExecutionStatus="1">${'<Errors errorMessage="x"/>'.repeat(10_001)}</header>`)],
  ])('%s is no usable response: the upload may have been accepted', (_case, xml) => {
    expect(thrown(() => parseUploadAnswer(xml)).name).toBe('TaxauthAnswerLost');
  });
});

describe('response of stareMesaj', () => {
  it.each([
    ['stare="ok" id_descarcare="1234"/>', { state: 'ok', downloadId: '1234' }],
    ['stare="nok" id_descarcare="123"/>', { state: 'nok', downloadId: '123' }],
    ['stare="in prelucrare"/>', { state: 'in_process', downloadId: null }],
    ['stare="XML cu erori nepreluat de sistem"/>', { state: 'nok', downloadId: null }],
  ])('%s', (rest, expected) => {
    expect(parseStatusAnswer(statusHeader(rest))).toEqual(expected);
  });

  it.each([
    ['Nu exista factura cu id_incarcare= 15000', 'TaxauthRefused'],
    ['Nu aveti dreptul de inteorgare pentru id_incarcare= 18', 'TaxauthUnauthorized'],
    ['S-au facut deja 20 descarcari de mesaj in cursul zilei', 'TaxauthRateLimited'],
  ])('"%s" without a state is %s', (text, name) => {
    expect(thrown(() => parseStatusAnswer(statusHeader(`><Errors errorMessage="${text}"/></header>`))).name).toBe(name);
  });

  it.each(['stare="procesat"/>', 'stare="__proto__"/>', '/>'])('an unknown state (%s) is no usable response', rest => {
    expect(thrown(() => parseStatusAnswer(statusHeader(rest))).name).toBe('TaxauthAnswerLost');
  });
});

describe('message lists', () => {
  const entry = {
    data_creare: '202211011336',
    cif: '8000000000',
    id_solicitare: '5001131297',
    detalii: 'Factura cu id_incarcare=5001131297 emisa de cif_emitent=8000000000 pentru cif_beneficiar=3',
    tip: 'FACTURA TRIMISA',
    id: '3001503294',
  };

  it('a message has its ids, kind, parties and its time of Romania as an instant', () => {
    expect(parseMessageList(JSON.stringify({ mesaje: [entry], numar_total_pagini: 29, serial: '1234AA456' }))).toEqual({
      totalPages: 29,
      messages: [
        {
          id: '3001503294',
          uploadIndex: '5001131297',
          cif: '8000000000',
          type: 'sent',
          wireType: 'FACTURA TRIMISA',
          createdAt: '2022-11-01T11:36:00.000Z',
          details: entry.detalii,
          sellerCif: '8000000000',
          buyerCif: '3',
        },
      ],
    });
  });

  it('undocumented words, a missing id and an unreadable time do not lose the message', () => {
    const { messages } = parseMessageList(
      JSON.stringify({ mesaje: [{ ...entry, tip: 'FACTURA NOUA', id: null, data_creare: 'azi' }] }),
    );
    expect(messages[0]).toMatchObject({ id: null, type: 'other', wireType: 'FACTURA NOUA', createdAt: null });
  });

  it.each([
    'Nu exista mesaje in ultimele 60 zile',
    'Nu exista mesaje in intervalul selectat',
    'Pagina solicitata 3 este mai mare decat numarul total de pagini 2',
  ])('"%s" is an empty page, not a failure', eroare => {
    expect(parseMessageList(JSON.stringify({ eroare, titlu: 'Lista Mesaje' }))).toEqual({ messages: [], totalPages: 0 });
  });

  it.each([
    ['Nu aveti drept in SPV pentru CIF=8000000000', TaxauthUnauthorized],
    ['S-au facut deja 1000 interogari de lista mesaje de catre utilizator in cursul zilei', TaxauthRateLimited],
    ['Numarul de zile trebuie sa fie intre 1 si 60', TaxauthRefused],
  ])('the error "%s" inside a 200 is thrown', (eroare, kind) => {
    expect(thrown(() => parseMessageList(JSON.stringify({ eroare })))).toBeInstanceOf(kind);
  });

  it.each(['', '{', '[]', '{}', 'null', '{"mesaje":{}}', '{"mesaje":[{"id":"1"}]}', '<html/>'])(
    '%j is no usable response',
    body => {
      expect(thrown(() => parseMessageList(body)).name).toBe('TaxauthAnswerLost');
    },
  );
});

describe('response of descarcare', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  it('a ZIP is recognised by its first bytes', () => {
    expect(parseDownloadAnswer(bytes('PK\u0003\u0004rest'))).toEqual(bytes('PK\u0003\u0004rest'));
  });

  it.each([
    ['{"eroare":"Pentru id=21 nu exista inregistrata nici o factura","titlu":"Descarcare mesaj"}', 'TaxauthRefused'],
    ['{"eroare":"Nu aveti dreptul sa descarcati acesta factura","titlu":"Descarcare mesaj"}', 'TaxauthUnauthorized'],
    ['{"eroare":"S-au facut deja 10 descarcari de mesaj in cursul zilei","titlu":"Descarcare mesaj"}', 'TaxauthRateLimited'],
    ['<html>', 'TaxauthAnswerLost'],
    ['', 'TaxauthAnswerLost'],
  ])('%s in place of the archive is %s', (body, name) => {
    expect(thrown(() => parseDownloadAnswer(bytes(body))).name).toBe(name);
  });
});

describe('duplicates', () => {
  it('the rejection of a second upload names the first', () => {
    const text = 'Factura a mai fost transmisa anterior cu index=5012345678 si data incarcare=2026-01-20';
    expect(duplicateOf(['[BR-RO-010] x', text])).toBe('5012345678');
    expect(new TaxauthRefused([text]).duplicateOf).toBe('5012345678');
    expect(duplicateOf(['Factura nu este valida'])).toBeNull();
  });
});

describe('the XML reader', () => {
  it('reads the root of a large document without reading the rest', () => {
    expect(rootOf('\ufeff<?xml version="1.0"?><!-- a --><ubl:Invoice xmlns:ubl="u"><unclosed').name).toBe('{u}Invoice');
  });
});

describe('transmitted times', () => {
  it.each([
    ['202601151030', '2026-01-15T08:30:00.000Z'],
    ['202607151030', '2026-07-15T07:30:00.000Z'],
    ['202603290230', '2026-03-29T00:30:00.000Z'],
  ])('%s in Romania is %s', (wire, iso) => {
    expect(parseWireTime(wire)).toBe(iso);
    expect(wireTime(new Date(iso))).toBe(wire);
  });

  it.each(['', '20260115', '202613151030', '202603290330', '2026-01-15'])('"%s" is no valid time', text => {
    expect(parseWireTime(text)).toBeNull();
  });
});
