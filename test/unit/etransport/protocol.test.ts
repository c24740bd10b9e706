import { describe, expect, it } from 'vitest';
import {
  listRequest,
  parseListAnswer,
  parseStateAnswer,
  parseUploadAnswer,
  stateRequest,
  uploadRequest,
} from '#shared/authority/etransport/protocol.ts';

/** Responses as in the authority's API description of 2024-07-29. */
const HEAD = { dateResponse: '202611221305', trace_id: 'b8ba2e6a-6a5c-4e4c-9d5d-0d7f3f1e2a11' };
const answer = (content: object): string => JSON.stringify({ ...HEAD, ...content });
const refusal = (...errors: string[]): string =>
  answer({ ExecutionStatus: 1, Errors: errors.map(errorMessage => ({ errorMessage })) });

describe("requests to the authority's e-Transport service", () => {
  it('have standard, number and version of the schema in the path', () => {
    expect(uploadRequest('RO 14399840')).toEqual({
      ...{ method: 'POST', path: 'upload/ETRANSP/14399840/2', contentType: 'application/xml' },
    });
    expect(stateRequest('5001')).toEqual({ method: 'GET', path: 'stareMesaj/5001' });
    expect([0, 7, 99].map(days => listRequest('14399840', days).path)).toEqual([
      ...['lista/1/14399840', 'lista/7/14399840', 'lista/60/14399840'],
    ]);
  });
});

describe('responses to an upload', () => {
  it('have index and identifier', () => {
    const json = answer({
      ...{ ExecutionStatus: 0, index_incarcare: 5001120362, UIT: '3V0P0L0P0T3JUW46', ref_declarant: 'AVZ-1' },
      atentie: 'Verificati starea XML-ului transmis.',
    });
    expect(parseUploadAnswer(json)).toEqual({ outcome: 'taken', uploadId: '5001120362', uit: '3V0P0L0P0T3JUW46' });
  });

  it('have no identifier for messages that get none', () => {
    expect(parseUploadAnswer(answer({ ExecutionStatus: 0, index_incarcare: '5001' }))).toEqual({
      ...{ outcome: 'taken', uploadId: '5001', uit: null },
    });
  });

  it('have the reason why a file was rejected', () => {
    expect(parseUploadAnswer(refusal('Valoarea acceptata pentru\n parametrul standard este ETRANSP', ' '))).toEqual({
      ...{ outcome: 'refused', errors: ['Valoarea acceptata pentru parametrul standard este ETRANSP'] },
    });
  });

  it.each([
    '',
    '<html/>',
    '[]',
    'null',
    answer({}),
    answer({ ExecutionStatus: 0 }),
    answer({ ExecutionStatus: 0, index_incarcare: 'x' }),
  ])('that read %j leave it open whether it was accepted', json => {
    expect(parseUploadAnswer(json).outcome).toBe('unreadable');
  });
});

describe('responses about the state of an upload', () => {
  it.each([
    [{ stare: 'in prelucrare', ExecutionStatus: 0 }, 'in_process', []],
    [{ stare: 'ok', ExecutionStatus: 0 }, 'ok', []],
    [
      { stare: 'nok', ExecutionStatus: 0, Errors: [{ errorMessage: 'UIT-ul nu poate fi identificat.' }] },
      'nok',
      ['UIT-ul nu poate fi identificat.'],
    ],
  ])('%j', (content, state, errors) => {
    expect(parseStateAnswer(answer(content))).toEqual({ outcome: 'state', state, errors });
  });

  it('may be an error, or no valid response', () => {
    expect(parseStateAnswer(refusal('Nu aveti dreptul sa obtineti starea acestui mesaj.'))).toEqual({
      ...{ outcome: 'refused', errors: ['Nu aveti dreptul sa obtineti starea acestui mesaj.'] },
    });
    expect(parseStateAnswer(answer({ stare: 'altceva' })).outcome).toBe('unreadable');
    expect(parseStateAnswer('{').outcome).toBe('unreadable');
  });
});

describe('the list of messages', () => {
  it('has the data by which a lost upload is found', () => {
    const mesaje = [
      { tip: 'NOT', stare: 'OK', uit: '3V0P0L0P0T3JUW46', ref_decl: 'AVZ-1', id_incarcare: 5001, tip_op: 30 },
      {
        tip: 'NOT',
        stare: 'ERR',
        ref_decl: 'AVZ-2',
        id_incarcare: '5002',
        mesaje: [{ tip: 'ERR', mesaj: 'BR-207' }, { tip: 'INFO' }],
      },
    ];
    expect(parseListAnswer(answer({ ExecutionStatus: 0, mesaje }))).toEqual({
      outcome: 'list',
      messages: [
        { type: 'NOT', isValid: true, uit: '3V0P0L0P0T3JUW46', reference: 'AVZ-1', uploadId: '5001', errors: [] },
        { type: 'NOT', isValid: false, uit: null, reference: 'AVZ-2', uploadId: '5002', errors: ['BR-207'] },
      ],
    });
  });

  it('is empty when the authority says that there are none, and an error otherwise', () => {
    expect(parseListAnswer(refusal('Nu exista mesaje in ultimele 60 zile'))).toEqual({ outcome: 'list', messages: [] });
    expect(parseListAnswer(refusal('Nu exista niciun CIF petru care sa aveti drept in SPV')).outcome).toBe('refused');
    expect(parseListAnswer(answer({})).outcome).toBe('unreadable');
    expect(parseListAnswer('[1]').outcome).toBe('unreadable');
  });
});
