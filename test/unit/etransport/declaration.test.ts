import { describe, expect, it } from 'vitest';
import { declarationOf, plateOf } from '#shared/model/transport.ts';
import { client, noteLine, plainNote } from '../../support/etransport/declarations.ts';

describe('the declaration of a delivery note (TRN-7 to TRN-10)', () => {
  it('has the data of the note', () => {
    const note = plainNote({
      etransportOperationType: 20,
      etransportPostIncident: true,
      etransportVehicleNumber: 'CJ12ABC',
      etransportTrailer1: 'CJ98REM',
      etransportTransporterCountry: 'HU',
      etransportTransporterCode: 'HU12345678',
      etransportTransporterName: 'Fuvar Kft',
      etransportTransportDate: '2026-11-23',
      etransportStartCounty: 12,
      etransportStartLocality: 'Cluj-Napoca',
      etransportStartStreet: 'Calea Turzii',
      etransportStartNumber: '7',
      etransportStartOtherInfo: 'rampa 3',
      etransportStartPostalCode: '400001',
      etransportEndBorderPoint: 2,
      client: client({ country: 'HU', cif: 'HU87654321', vatCode: null }),
      lines: [noteLine({ tariffCode: '0701', purposeCode: 301, unitOfMeasureCode: 'TNE', netWeight: '1', grossWeight: '2' })],
    });
    expect(declarationOf(note)).toEqual({
      declarant: '14399840',
      reference: 'AVZ-2026-001',
      postIncident: true,
      operationType: 20,
      partner: { country: 'HU', taxId: 'HU87654321', name: 'Client SRL' },
      vehicle: 'CJ12ABC',
      trailer1: 'CJ98REM',
      trailer2: null,
      transporter: { country: 'HU', taxId: 'HU12345678', name: 'Fuvar Kft' },
      transportDate: '2026-11-23',
      start: {
        ...{ county: 12, locality: 'Cluj-Napoca', street: 'Calea Turzii', number: '7', otherInfo: 'rampa 3' },
        ...{ postalCode: '400001', borderPoint: null, customsOffice: null },
      },
      end: {
        ...{ county: null, locality: null, street: null, number: null, otherInfo: null },
        ...{ postalCode: null, borderPoint: 2, customsOffice: null },
      },
      goods: [
        {
          ...{ purposeCode: 301, tariffCode: '0701', description: 'Cartofi noi', quantity: '1200', unitCode: 'TNE' },
          ...{ netWeight: '1', grossWeight: '2', valueWithoutVat: '3600.00' },
        },
      ],
      documents: [{ type: 30, number: 'AVZ-2026-001', date: '2026-11-22', remark: null }],
    });
  });

  it('is of national transport by default, in the vehicle of the delegate', () => {
    expect(declarationOf(plainNote({ deputyAuto: 'cj-12 abc' }))).toMatchObject({
      ...{ operationType: 30, postIncident: false, vehicle: 'CJ12ABC' },
    });
    expect(plateOf(' - ')).toBeNull();
  });

  it.each([
    [30, 101],
    [20, 101],
    [10, 101],
    [12, 9999],
    [40, 9999],
    [70, 9999],
  ])('for operation %i a line without purpose has %i', (etransportOperationType, purpose) => {
    expect(declarationOf(plainNote({ etransportOperationType })).goods[0]?.purposeCode).toBe(purpose);
  });

  it.each([
    ['kg', 'KGM'],
    ['Bucăți', 'H87'],
    ['XPX', 'XPX'],
    ['lădițe', 'H87'],
  ])('the unit %s is declared as %s (EIN-10)', (unitOfMeasure, unitCode) => {
    expect(declarationOf(plainNote({ lines: [noteLine({ unitOfMeasure })] })).goods[0]?.unitCode).toBe(unitCode);
  });

  it('the value is the subtotal in lei, unless the line states one', () => {
    const lines = [noteLine({ subtotal: '100.05' }), noteLine({ valueWithoutVat: '7.5' })];
    expect(declarationOf(plainNote({ exchangeRate: '4.9765', lines })).goods.map(each => each.valueWithoutVat)).toEqual([
      '497.90',
      '7.5',
    ]);
  });

  it.each([
    ['a company by its number without RO', client({ cif: 'RO 18547290' }), 'RO', '18547290'],
    ['a company by its VAT code where it has no other', client({ cif: null, vatCode: 'RO18547290' }), 'RO', '18547290'],
    ['a company without any number', client({ cif: null, isVatPayer: true }), 'RO', null],
    ['a person as PF', client({ type: 'individual', cif: null, isVatPayer: false, cnp: '1960101123457' }), 'RO', 'PF'],
    [
      'a person by the number, where the record allows sending it',
      client({ type: 'individual', cif: null, isVatPayer: false, cnp: '1960101123457', sendPersonalNumber: true }),
      'RO',
      '1960101123457',
    ],
    ['a Greek company under EL', client({ country: 'gr', cif: 'EL123456789' }), 'EL', 'EL123456789'],
    ['a foreign company by its VAT code', client({ country: 'DE', cif: '77', vatCode: 'DE 811569869' }), 'DE', 'DE811569869'],
  ])('names %s', (_, party, country, taxId) => {
    expect(declarationOf(plainNote({ client: party })).partner).toMatchObject({ country, taxId });
  });

  const supplier = {
    ...{ etransportPartnerName: 'Kartoffel GmbH', etransportPartnerCountry: 'DE', etransportPartnerCode: 'DE811569869' },
  };
  it.each([
    ['all of it', supplier, { country: 'DE', taxId: 'DE811569869', name: 'Kartoffel GmbH' }],
    ['no number', { ...supplier, etransportPartnerCode: null }, { country: 'DE', taxId: null, name: 'Kartoffel GmbH' }],
    ['a number alone', { etransportPartnerCode: '14399840' }, { country: 'RO', taxId: '14399840', name: 'Client SRL' }],
    ['a name alone', { etransportPartnerName: 'Filiala SRL' }, { country: 'RO', taxId: null, name: 'Filiala SRL' }],
    ['a country alone', { etransportPartnerCountry: 'DE' }, { country: 'DE', taxId: null, name: 'Client SRL' }],
  ])('has the partner that the note states in place of its client: %s', (_, stated, partner) => {
    expect(declarationOf(plainNote({ ...stated, client: client({ cif: 'RO18547290' }) })).partner).toEqual(partner);
  });

  it('has the partner that a note without client states', () => {
    expect(declarationOf(plainNote({ ...supplier, client: null })).partner.name).toBe('Kartoffel GmbH');
  });

  it('has no partner where the note has no client', () => {
    expect(declarationOf(plainNote({ client: null })).partner).toEqual({ country: null, taxId: null, name: null });
  });
});
