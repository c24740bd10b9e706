import { describe, expect, it } from 'vitest';
import { requirementOf, undeclaredWarnings } from '#shared/documents/delivery-notes/transport/requirement.ts';
import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import { NO_TRANSPORT_OF_LINE, type TransportLineFields } from '#shared/model/transport.ts';
import { sampleLine } from '../../support/documents.ts';
import { sampleNote } from '../pdf/sample-notes.ts';

const TODAY = '2026-11-22';

type NoteFields = Partial<Omit<DeliveryNoteDocument, 'lines'>>;

/** A note of potatoes, 1,260.50 kg gross: goods of high fiscal risk above the limit of weight. */
function noteOf(line: Partial<TransportLineFields> = {}, fields: NoteFields = {}, unitPrice = '3'): DeliveryNoteDocument {
  const note = sampleNote({
    ...{ exchangeRate: '1', etransportOperationType: 30, etransportTransportDate: TODAY },
    ...fields,
    lines: [sampleLine({ quantity: '1200', unitPrice, unitOfMeasure: 'kg' })],
  });
  const transport = { ...NO_TRANSPORT_OF_LINE, tariffCode: '07019050', netWeight: '1200', grossWeight: '1260.5', ...line };
  return { ...note, lines: note.lines.map(each => ({ ...each, transport })) };
}

describe('whether the transport of a note must be declared (OUG 41/2022)', () => {
  it.each<[string, DeliveryNoteDocument, string, string[]]>([
    ['goods of high fiscal risk', noteOf(), 'required', []],
    ['goods of no fiscal risk', noteOf({ tariffCode: '4801' }), 'not_required', []],
    ['a line without tariff code', noteOf({ tariffCode: null }), 'unknown', ['lines.0.tariffCode']],
    ['a line without weight', noteOf({ grossWeight: null }), 'unknown', ['lines.0.grossWeight']],
    // 1,200 × 3 RON are below 10,000 lei, 1,200 × 3 EUR at 5 lei are above.
    ['a value above the limit in lei', noteOf({ grossWeight: null }, { currency: 'EUR', exchangeRate: '5' }), 'required', []],
    ['any goods over the border', noteOf({ tariffCode: '4801' }, { etransportOperationType: 20 }), 'required', []],
  ])('%s', (_, note, requirement, missing) => {
    expect(requirementOf(note, 7500, TODAY)).toMatchObject({ requirement, missing });
  });

  it('goods that are returned are treated as delivered ones', () => {
    const note = noteOf({ grossWeight: '10' }, {}, '100');
    const back = {
      ...note,
      lines: note.lines.map(line => ({ ...line, quantity: `-${line.quantity}`, subtotal: `-${line.subtotal}` })),
    };
    for (const each of [note, back]) expect(requirementOf(each, 3500, TODAY).requirement).toBe('required');
    expect(requirementOf(noteOf({ grossWeight: '10' }), 3500, TODAY).requirement).toBe('not_required');
  });

  it.each([
    [null, null, 'unknown'],
    [null, 2500, 'required'],
    [null, 2499, 'not_required'],
    // The data of the note take precedence.
    [1800, 2500, 'not_required'],
    [3500, 1800, 'required'],
  ])('with a vehicle of %s kg by the note and %s kg by the request: %s', (etransportVehicleMass, asked, requirement) => {
    expect(requirementOf(noteOf({}, { etransportVehicleMass }), asked, TODAY).requirement).toBe(requirement);
  });
});

describe('the warning of a transport that must be declared and is not', () => {
  const warned = (...note: Parameters<typeof noteOf>): string[] => undeclaredWarnings(noteOf(...note), TODAY);

  it('of a note with all data that the rule needs', () => {
    expect(warned({}, { etransportVehicleMass: 3500 })).toEqual([
      'etransportStatus: the transport must be declared before the goods leave (RO e-Transport).',
    ]);
  });

  it('of a note that does not state the mass of its vehicle', () => {
    expect(warned()).toEqual([expect.stringContaining('unless the vehicle is too light for it')]);
  });

  it.each<[string, ...Parameters<typeof noteOf>]>([
    ['a light vehicle', {}, { etransportVehicleMass: 1800 }],
    ['goods of no fiscal risk', { tariffCode: '4801' }],
    ['goods without data', { tariffCode: null }],
    ['a note that is not to be declared', {}, { skipEtransport: true }],
    ['a note that is declared', {}, { etransportStatus: 'ok' }],
  ])('not of %s', (_, ...note) => {
    expect(warned(...note)).toEqual([]);
  });
});
