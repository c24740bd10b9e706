import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { transportFields, transportLineFields } from '#shared/authority/etransport/input.ts';
import { transportLineShape, transportShape } from '#shared/authority/etransport/schema.ts';
import { statedTransport, statedTransportLine } from '#shared/authority/etransport/stated.ts';
import { NOTHING_STATED } from '../../support/etransport/declarations.ts';

const note = z.object(transportFields);
const line = z.object(transportLineFields);

/** The value of one field after the schema, or its first error. */
function read(schema: z.ZodObject, field: string, value: unknown): unknown {
  const result = schema.safeParse({ [field]: value });
  return result.success ? (result.data as Record<string, unknown>)[field] : { refused: result.error.issues[0]?.message };
}

const refused = (message: string) => ({ refused: message });

describe('transport fields of a note (TRN-1 to TRN-12)', () => {
  it.each([
    ['etransportOperationType', 30, 30],
    ['etransportOperationType', 31, refused('must be one of 10, 12, 14, 20, 22, 24, 30, 40, 50, 60, 70')],
    ['etransportOperationType', null, null],
    ['etransportPostIncident', true, true],
    ['etransportVehicleNumber', ' cj-12 abc ', 'CJ12ABC'],
    ['etransportVehicleNumber', '', null],
    ['etransportVehicleNumber', ' - ', refused('must have 2 to 20 letters and digits')],
    ['etransportVehicleNumber', 'A', refused('must have 2 to 20 letters and digits')],
    ['etransportTrailer1', 'B.11', refused('must have 2 to 20 letters and digits')],
    ['etransportVehicleMass', 3500, 3500],
    ['etransportPartnerName', ' Kartoffel GmbH ', 'Kartoffel GmbH'],
    ['etransportPartnerName', 'x', refused('must have at least 2 characters')],
    ['etransportPartnerName', 'x'.repeat(201), refused('must have at most 200 characters')],
    ['etransportPartnerCountry', 'gr', 'EL'],
    ['etransportPartnerCountry', 'XX', refused('must be an ISO 3166-1 alpha-2 country code (Greece EL)')],
    ['etransportPartnerCode', 'de 811 569 869', 'DE811569869'],
    ['etransportPartnerCode', 'x'.repeat(31), refused('must have 1 to 30 letters and digits')],
    ['etransportVehicleMass', 0, refused('must be between 1 and 999999')],
    ['etransportVehicleMass', 3500.5, refused('must be a whole number of kilograms')],
    ['etransportTrailer2', 'x'.repeat(21), refused('must have 2 to 20 letters and digits')],
    ['etransportTransporterCountry', 'gr', 'EL'],
    ['etransportTransporterCountry', 'XK', 'XK'],
    ['etransportTransporterCountry', 'XX', refused('must be an ISO 3166-1 alpha-2 country code (Greece EL)')],
    ['etransportTransporterCode', 'ro 14399840', '14399840'],
    ['etransportTransporterCode', 'pf', 'PF'],
    ['etransportTransporterCode', '1-2', refused('must have 1 to 30 letters and digits')],
    ['etransportTransporterName', 'x', refused('must have at least 2 characters')],
    ['etransportTransporterName', ' Transport SRL ', 'Transport SRL'],
    ['etransportTransportDate', '2026-11-23', '2026-11-23'],
    ['etransportTransportDate', '2026-02-30', refused('must be a day of the calendar')],
    ['etransportStartCounty', 40, 40],
    ['etransportEndCounty', 52, 52],
    ['etransportStartLocality', 'x'.repeat(101), refused('must have at most 100 characters')],
    ['etransportEndStreet', 'x', refused('must have at least 2 characters')],
    ['etransportStartNumber', 'x'.repeat(21), refused('must have at most 20 characters')],
    ['etransportEndOtherInfo', 'rampa 3', 'rampa 3'],
    ['etransportEndPostalCode', '400001', '400001'],
    ['etransportStartBorderPoint', 38, 38],
    ['etransportEndCustomsOffice', 12801, 12801],
    ['etransportEndCustomsOffice', 12802, refused("must be a customs office of the authority's list")],
    ['skipEtransport', false, false],
  ])('%s %j is %j', (field, value, expected) => {
    expect(read(note, field, value)).toEqual(expected);
  });

  it.each([0, 41, 50, 53, 1.5, '12'])('county %j is rejected', value => {
    expect(note.safeParse({ etransportStartCounty: value }).success).toBe(false);
  });

  it.each([0, 39])('border point %i is rejected', value => {
    expect(note.safeParse({ etransportEndBorderPoint: value }).success).toBe(false);
  });

  it('may all be absent', () => {
    expect(note.parse({})).toEqual({});
    expect(line.parse({})).toEqual({});
  });
});

describe('transport fields of a line', () => {
  it.each([
    ['tariffCode', '0701 90 50', '07019050'],
    ['tariffCode', '0701', '0701'],
    ['tariffCode', '07019', refused('must have 4, 6 or 8 digits')],
    ['purposeCode', 9999, 9999],
    ['purposeCode', 9998, expect.objectContaining({ refused: expect.stringContaining('must be one of 101, 201') as string })],
    ['unitOfMeasureCode', 'kgm', 'KGM'],
    ['unitOfMeasureCode', 'K', refused('must be a code of UN/ECE Rec 20 or 21, such as KGM')],
    ['netWeight', 12.5, '12.5'],
    ['netWeight', '12.50', '12.5'],
    ['netWeight', null, null],
    ['netWeight', 0, refused('must be between 0.01 and 999999999999.99')],
    ['grossWeight', '1.125', refused('must have at most 2 decimals')],
    ['grossWeight', '1234567890123', refused('must be between 0.01 and 999999999999.99')],
    ['grossWeight', '1e3', refused('must be a decimal number such as 12.50')],
    ['valueWithoutVat', 0, '0'],
    ['valueWithoutVat', '-1', refused('must be between 0 and 999999999999.99')],
  ])('%s %j is %j', (field, value, expected) => {
    expect(read(line, field, value)).toEqual(expected);
  });
});

describe('the transport data of a note after a request', () => {
  it('are empty if the body states nothing, without an outage', () => {
    expect(statedTransport(note.parse({}))).toEqual(NOTHING_STATED);
    expect(statedTransportLine(line.parse({ netWeight: 5 }))).toEqual({
      ...{
        tariffCode: null,
        purposeCode: null,
        unitOfMeasureCode: null,
        netWeight: '5',
        grossWeight: null,
        valueWithoutVat: null,
      },
    });
  });

  it('keep the fields that a partial update leaves out, and clear those that it sets to null', () => {
    const kept = { ...NOTHING_STATED, etransportOperationType: 20, etransportTrailer1: 'CJ98REM', skipEtransport: true };
    const body = note.parse({ etransportTrailer1: null, etransportStartCounty: 12 });
    expect(statedTransport(body, kept)).toEqual({ ...kept, etransportTrailer1: null, etransportStartCounty: 12 });
  });

  it('are returned by fields of the same names', () => {
    expect(Object.keys(transportShape)).toEqual(Object.keys(transportFields));
    expect(Object.keys(transportLineShape)).toEqual(Object.keys(transportLineFields));
  });
});
