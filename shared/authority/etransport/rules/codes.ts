import { DOCUMENT_TYPES, type RoutePoint, type TransportDeclaration } from '#shared/model/transport.ts';
import { UNITS_OF_MEASURE } from '#shared/model/codes/units-of-measure.ts';
import { transportCountries } from '../codes/countries.ts';
import { CUSTOMS_OFFICE_CODES } from '../codes/customs-offices.ts';
import { OPERATION_CODES, PURPOSE_CODES, TRANSPORT_DOCUMENT_CODES } from '../codes/operations.ts';
import { BORDER_POINT_CODES, COUNTY_CODES } from '../codes/places.ts';
import { type DeclarationRule, type DocumentRule, type GoodsRule, rule, stricter } from './types.ts';
import { ifStated, textOf } from './values.ts';

/** The other rules of the authority's Schematron (TRN-25): on its code lists and transport documents. */

const isCountry = (text: string): boolean => transportCountries().has(text);

const countryRule = (id: string, field: string, whose: string, country: (of: TransportDeclaration) => string | null) =>
  rule<TransportDeclaration>(
    'schematron',
    id,
    field,
    `The country of ${whose} must be a code of ISO 3166-1, EL for Greece, XI for Northern Ireland or XK for Kosovo.`,
    each => ifStated(country(each), isCountry),
  );

const pointRules = (prefix: string, word: string, point: (of: TransportDeclaration) => RoutePoint): DeclarationRule[] =>
  (
    [
      ['BR-CL-002', 'County', 'county', COUNTY_CODES, 'county'],
      ['BR-CL-006', 'BorderPoint', 'borderPoint', BORDER_POINT_CODES, 'border point'],
      ['BR-CL-007', 'CustomsOffice', 'customsOffice', CUSTOMS_OFFICE_CODES, 'customs office'],
    ] as const
  ).map(([id, suffix, name, codes, what]) =>
    rule('schematron', id, `${prefix}${suffix}`, `The ${what} at the ${word} must be a code of the authority's list.`, each =>
      ifStated(point(each)[name], text => codes.has(Number(text))),
    ),
  );

export const CODE_RULES: readonly DeclarationRule[] = [
  countryRule('BR-CL-001', 'clientId', 'the client', each => each.partner.country),
  countryRule('BR-CL-010', 'etransportTransporterCountry', 'the transport organiser', each => each.transporter.country),
  rule(
    'schematron',
    'BR-CL-004',
    'etransportOperationType',
    `The operation type must be one of ${[...OPERATION_CODES].join(', ')}.`,
    each => OPERATION_CODES.has(each.operationType),
  ),
  ...pointRules('etransportStart', 'start of the route', each => each.start),
  ...pointRules('etransportEnd', 'end of the route', each => each.end),
];

export const GOODS_CODE_RULES: readonly GoodsRule[] = [
  rule('schematron', 'BR-CL-003', 'unitOfMeasureCode', 'The unit must be a code of UN/ECE Rec 20 or 21, such as KGM.', each =>
    ifStated(each.unitCode, text => UNITS_OF_MEASURE.has(text)),
  ),
  rule('schematron', 'BR-CL-005', 'purposeCode', `The purpose must be one of ${[...PURPOSE_CODES].join(', ')}.`, each =>
    ifStated(each.purposeCode, text => PURPOSE_CODES.has(Number(text))),
  ),
];

const isOther = ({ type }: { type: number }): boolean => type === DOCUMENT_TYPES.other;

export const DOCUMENT_RULES: readonly DocumentRule[] = [
  // The Schematron accepts a remark on any of the documents, but its expression fails with an error if two documents have remarks:
  // this rule therefore accepts only one.
  stricter(
    'schematron',
    'BR-026',
    'documents',
    'A document of type 9999 (other) needs a remark, and no other document of the declaration may have one.',
    (each, { documents }) =>
      !isOther(each) || (textOf(each.remark) !== null && documents.filter(one => textOf(one.remark) !== null).length === 1),
    (each, { documents }) => !isOther(each) || documents.some(one => textOf(one.remark) !== null),
  ),
  rule(
    'schematron',
    'BR-CL-009',
    'documents',
    `The type of a document must be ${[...TRANSPORT_DOCUMENT_CODES].join(', ')}.`,
    each => TRANSPORT_DOCUMENT_CODES.has(each.type),
  ),
];
