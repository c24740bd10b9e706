import { isDate } from '#shared/base/kernel/dates.ts';
import { transportCountries } from '../codes/countries.ts';
import { CUSTOMS_OFFICE_CODES } from '../codes/customs-offices.ts';
import { CONFIRMATION_CODES, OPERATION_CODES, PURPOSE_CODES, TRANSPORT_DOCUMENT_CODES } from '../codes/operations.ts';
import { BORDER_POINT_CODES, COUNTY_CODES } from '../codes/places.ts';
import { isUitForm } from '../uit.ts';
import type { Attribute, Element } from './tree.ts';

/**
 * A violation of the authority's schema (`eTransport`, version 1.02). Attributes, their types and which are required are checked
 * here; the order and number of elements are not, because the writer sets them. test/conformance compares this file with the
 * official schema.
 */
export interface SchemaViolation {
  /** The request field that the attribute's value comes from; null for an attribute that comes from none. */
  field: string | null;
  /** What is wrong, with the attribute's name in the schema: `lines.0.tariffCode must be 4, 6 or 8 digits (codTarifar).` */
  message: string;
}

interface Type {
  is: string;
  fits(value: string): boolean;
}

const type = (is: string, fits: (value: string) => boolean): Type => ({ is, fits });
const pattern = (is: string, expression: RegExp): Type => type(is, value => expression.test(value));
const text = (max: number): Type => type(`at most ${max} characters`, value => [...value].length <= max);
const code = (codes: ReadonlySet<number>): Type =>
  type("a code of the authority's list", value => /^-?\d{1,9}$/.test(value) && codes.has(Number(value)));

const DECIMAL = /^[0-9]{0,12}(\.[0-9]{0,2})?$/;
const decimal = (is: string, fits: (value: number) => boolean): Type =>
  type(
    `a number ${is} with at most 12 digits before the point and 2 decimals`,
    value => DECIMAL.test(value) && fits(Number(value)),
  );
const nonNegative = decimal('not below 0', value => value >= 0);
const positive = decimal('above 0', value => value > 0);
const date = type('a date', isDate);
const instant = pattern('a time such as 2026-11-22T13:05:00', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/);
const uit = type('an identifier of the authority (UIT)', isUitForm);
const plate = pattern('2 to 20 capitals and digits', /^[0-9A-Z]{2,20}$/);
// The schema's list has three more codes (AN, XC, XL), which BR-CL-001 refuses.
const country = type('a country', value => transportCountries().has(value) || ['AN', 'XC', 'XL'].includes(value));

/** The attributes of an element by name, each with its type and whether it is required. */
type Shape = Readonly<Record<string, readonly [Type, 'required'?]>>;

const SHAPES: Readonly<Record<string, Shape>> = {
  eTransport: {
    codDeclarant: [pattern('2 to 10 digits, or 13', /^(\d{13}|\d{2,10})$/), 'required'],
    refDeclarant: [text(50)],
    declPostAvarie: [pattern('"D"', /^D$/)],
  },
  notificare: { codTipOperatiune: [code(OPERATION_CODES), 'required'] },
  corectie: { uit: [uit, 'required'] },
  stergere: { uit: [uit, 'required'] },
  confirmare: { uit: [uit, 'required'], tipConfirmare: [code(CONFIRMATION_CODES), 'required'], observatii: [text(200)] },
  modifVehicul: {
    uit: [uit, 'required'],
    nrVehicul: [plate, 'required'],
    nrRemorca1: [plate],
    nrRemorca2: [plate],
    dataModificare: [instant, 'required'],
    observatii: [text(200)],
  },
  bunuriTransportate: {
    codScopOperatiune: [code(PURPOSE_CODES), 'required'],
    codTarifar: [pattern('4, 6 or 8 digits', /^([0-9]{4}|[0-9]{6}|[0-9]{8})$/)],
    denumireMarfa: [text(200), 'required'],
    cantitate: [positive, 'required'],
    codUnitateMasura: [pattern('2 or 3 capitals and digits', /^[0-9A-Z]{2,3}$/), 'required'],
    greutateNeta: [positive],
    greutateBruta: [positive, 'required'],
    valoareLeiFaraTva: [nonNegative],
  },
  partenerComercial: { codTara: [country, 'required'], cod: [text(30)], denumire: [text(200), 'required'] },
  dateTransport: {
    nrVehicul: [plate, 'required'],
    nrRemorca1: [plate],
    nrRemorca2: [plate],
    codTaraOrgTransport: [country, 'required'],
    codOrgTransport: [text(30)],
    denumireOrgTransport: [text(200), 'required'],
    dataTransport: [date, 'required'],
  },
  locStartTraseuRutier: { codPtf: [code(BORDER_POINT_CODES)], codBirouVamal: [code(CUSTOMS_OFFICE_CODES)] },
  locFinalTraseuRutier: { codPtf: [code(BORDER_POINT_CODES)], codBirouVamal: [code(CUSTOMS_OFFICE_CODES)] },
  locatie: {
    codJudet: [code(COUNTY_CODES), 'required'],
    denumireLocalitate: [text(100), 'required'],
    denumireStrada: [text(100), 'required'],
    numar: [text(20)],
    alteInfo: [text(200)],
    codPostal: [text(20)],
  },
  documenteTransport: {
    tipDocument: [code(TRANSPORT_DOCUMENT_CODES), 'required'],
    numarDocument: [text(50)],
    dataDocument: [date, 'required'],
    observatii: [text(200)],
  },
};

/** All violations in an element and its descendants. */
export const schemaViolations = (element: Element): SchemaViolation[] => [
  ...element.attributes.flatMap(each => violation(element.name, each)),
  ...(element.name === 'notificare' ? withoutContent(element) : []),
  ...element.children.flatMap(schemaViolations),
];

function violation(element: string, { name, value, field }: Attribute): SchemaViolation[] {
  const [expected, required] = SHAPES[element]?.[name] ?? [];
  const what = field ?? name;
  if (value === null) return required ? [{ field, message: `${what} is missing (${name}).` }] : [];
  return expected?.fits(value) ? [] : [{ field, message: `${what} must be ${expected?.is ?? 'absent'} (${name}).` }];
}

/** A declaration must have at least one line of goods and one transport document. */
const withoutContent = ({ children }: Element): SchemaViolation[] =>
  ['bunuriTransportate', 'documenteTransport']
    .filter(name => !children.some(child => child.name === name))
    .map(name => ({ field: 'lines', message: `The declaration needs at least one entry (${name}).` }));
