import { describe, expect, it } from 'vitest';
import { errorLines, validateDeclaration, validateMessage } from '#shared/authority/etransport/validate.ts';
import { uitValidUntil } from '#shared/authority/etransport/validity.ts';
import { declarationOf } from '#shared/model/transport.ts';
import { deletion, goodsOf, noteLine, notification, plainNote, validDeclaration } from '../../support/etransport/declarations.ts';

const TODAY = '2026-11-22';

describe('validation of a declaration (TRN-20 to TRN-28)', () => {
  it('accepts a complete declaration', () => {
    expect(validateDeclaration(validDeclaration(), TODAY)).toEqual({
      ...{ valid: true, errors: [], warnings: [], schematronAvailable: true },
    });
  });

  it('names everything that an empty note lacks, by the field', () => {
    const { valid, errors } = validateDeclaration(declarationOf(plainNote({ lines: [noteLine(), noteLine()] })), TODAY);
    expect(valid).toBe(false);
    expect(errors.map(({ rule, field, severity }) => `${rule} ${field} ${severity}`)).toEqual([
      'BR-002 etransportTransportDate fatal',
      'BR-002 etransportTransporterCountry fatal',
      'BR-002 etransportTransporterName fatal',
      'BR-031 etransportVehicleNumber fatal',
      'BR-210 etransportStartCounty fatal',
      'BR-211 etransportEndCounty fatal',
      'BR-218 lines.0.grossWeight fatal',
      'BR-206 lines.0.tariffCode fatal',
      'BR-207 lines.0.netWeight fatal',
      'BR-218 lines.1.grossWeight fatal',
      'BR-206 lines.1.tariffCode fatal',
      'BR-207 lines.1.netWeight fatal',
    ]);
    expect(errorLines(errors).split('\n').at(-1)).toBe('[BR-207] Line 2: Set the net weight in kilograms.');
  });

  it('checks the XML schema when no field is wrong, and the Schematron after that', () => {
    const goods = { ...goodsOf(30), description: 'x'.repeat(201), unitCode: 'UNI' };
    const stages = [
      { ...goods, netWeight: null },
      goods,
      { ...goods, description: 'Cartofi' },
      { ...goods, description: 'Cartofi', unitCode: 'KGM' },
    ].map(one => validateMessage(notification({ ...validDeclaration(), goods: [one] })));
    expect(stages.map(({ errors }) => errors.map(({ rule }) => rule))).toEqual([['BR-207'], ['XSD'], ['BR-CL-003'], []]);
    expect(stages[1]?.errors).toEqual([
      {
        rule: 'XSD',
        severity: 'fatal',
        message: 'lines.0.description must be at most 200 characters (denumireMarfa).',
        field: 'lines.0.description',
      },
    ]);
  });

  it('rejects a note without lines, and one with a negative quantity', () => {
    expect(validateMessage(notification({ ...validDeclaration(), goods: [] })).errors[0]?.rule).toBe('XSD');
    const storno = declarationOf(plainNote({ lines: [noteLine({ quantity: '-5', subtotal: '-15.00' })] }));
    const broken = validateMessage(notification(storno)).errors.map(({ rule }) => rule);
    expect(broken).toEqual(expect.arrayContaining(['BR-027', 'BR-030']));
  });

  it('validates messages about an identifier in the same way', () => {
    expect(validateMessage(deletion()).valid).toBe(true);
    expect(validateMessage(deletion({ uit: 'wrong' })).errors.map(({ rule, field }) => [rule, field])).toEqual([
      ['BR-003', 'uit'],
    ]);
  });

  it.each([
    [
      '2026-11-21',
      false,
      ['A transport must be declared before it starts; if an outage prevented that, set etransportPostIncident.'],
    ],
    ['2026-11-21', true, []],
    ['2026-11-22', false, []],
    ['2026-11-25', false, []],
    ['2026-11-26', false, ['The authority issues the identifier (UIT) at most 3 days before the transport starts.']],
  ])('a transport on %s, post incident %s, gets the warnings %j', (transportDate, postIncident, messages) => {
    const { valid, warnings } = validateDeclaration({ ...validDeclaration(), transportDate, postIncident }, TODAY);
    expect(valid).toBe(true);
    expect(warnings.map(({ message }) => message)).toEqual(messages);
  });
});

describe('the validity of an identifier (OUG 41/2022 art. 11)', () => {
  it.each([
    [30, '2026-11-27'],
    [20, '2026-11-27'],
    [50, '2026-11-27'],
    [10, '2026-12-07'],
    [60, '2026-12-07'],
  ])('operation %i declared for 2026-11-23 ends on %s', (operationType, last) => {
    expect(uitValidUntil({ operationType, transportDate: '2026-11-23' })).toBe(last);
  });

  it('is unknown without a date', () => {
    expect(uitValidUntil({ operationType: 30, transportDate: null })).toBeNull();
  });
});
